import { CairnError } from '@shared/errors'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../browser'

const engine = vi.hoisted(() => ({ rates: vi.fn(), import_rates: vi.fn<(input: unknown) => Promise<unknown>>() }))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => run({ tools: engine }),
}))
new FakeBrowser()
const { importRates, readRates, useExchangeRates } = await import('@renderer/state/tools/exchange-rates')

const days = { first: '2026-11-24', last: '2026-11-24' }
const state = () => useExchangeRates.getState()

beforeEach(() => {
  engine.rates.mockReset()
  engine.import_rates.mockReset()
  useExchangeRates.setState({ days: undefined, unread: null, refused: null, isBusy: false })
})

describe('exchange rates in the window', () => {
  it('are those of the file that was imported last', async () => {
    engine.rates.mockResolvedValue(null)
    await readRates()
    expect(state().days).toBeNull()
    engine.import_rates.mockResolvedValue(days)
    expect(await importRates(new Blob(['<Cube/>']))).toBe(true)
    expect(engine.import_rates).toHaveBeenCalledWith({ text: '<Cube/>' })
    expect(state()).toEqual({ days, unread: null, refused: null, isBusy: false })
  })

  it('stay where another file is refused; the next good one clears that', async () => {
    useExchangeRates.setState({ days })
    engine.import_rates.mockRejectedValueOnce(new CairnError('FORMAT_UNSUPPORTED', 'No rates.'))
    expect(await importRates(new Blob(['Name,Age']))).toBe(false)
    expect(state()).toMatchObject({ days, refused: { code: 'FORMAT_UNSUPPORTED' }, isBusy: false })
    engine.import_rates.mockResolvedValue(days)
    await importRates(new Blob(['<Cube/>']))
    expect(state().refused).toBeNull()
  })

  // Would catch a message that a tab's connection is closed for, and a text that the contract refuses in other words.
  it('an empty or huge file never reaches the engine', async () => {
    await importRates(new Blob([]))
    expect(state().refused?.code).toBe('FORMAT_UNSUPPORTED')
    await importRates(new Blob([new Uint8Array(15 * 2 ** 20)]))
    expect(state().refused?.code).toBe('FILE_TOO_LARGE')
    expect(engine.import_rates).not.toHaveBeenCalled()
  })

  it('one file is imported at a time', async () => {
    let done: (value: unknown) => void = () => undefined
    engine.import_rates.mockReturnValue(new Promise((resolve) => (done = resolve)))
    const first = importRates(new Blob(['a']))
    expect(await importRates(new Blob(['b']))).toBe(false)
    await vi.waitFor(() => expect(engine.import_rates).toHaveBeenCalledOnce())
    done(days)
    expect(await first).toBe(true)
  })

  it('that can be read no more are said', async () => {
    engine.rates.mockRejectedValue(new CairnError('FILE_CORRUPT', 'Damaged.'))
    await readRates()
    expect(state().unread?.code).toBe('FILE_CORRUPT')
  })
})
