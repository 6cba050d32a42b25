import { beforeEach, describe, expect, test } from 'vitest'
import type { StarterPart, StarterSet } from '@shared/models/starter-set'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { modelsStateWith, starterSetWith } from '../../../../../fakes/fake-models'
import { terminal, type Options } from '../../terminal'

const offer = {
  entry_id: 'qwen',
  name: 'Qwen',
  licence: 'Apache-2.0',
  languages: ['mul'],
  bytes: 1_300_000_000,
  memory_bytes: 2_500_000_000,
  page: 'https://example.org/qwen',
  installed: null,
}
const part = (kind: StarterPart['kind'], fields: Partial<StarterPart> = {}): StarterPart => ({
  ...{ kind, offer: null, lack: null, own: null, in_use: false, error: null },
  ...fields,
})
const offered = starterSetWith({
  parts: [part('embedder', { own: 'onnx:mine' }), part('reranker', { lack: 'memory' }), part('language', { offer })],
  missing_bytes: 1_300_000_000,
  memory_bytes: 2_500_000_000,
  hosts: ['huggingface.co', '.hf.co'],
})
const inUse = { ...offer, installed: 'gguf:qwen' }
const added: StarterSet = {
  ...offered,
  parts: [part('language', { offer: inUse, in_use: true })],
  stage: 'added',
  missing_bytes: 0,
  brought: ['gguf:qwen'],
}

let engine: FakeEngine
beforeEach(() => {
  engine = new FakeEngine()
  engine.models.now = modelsStateWith({ starter: offered })
  engine.models.set = added
})
const run = (options: Options, ...argv: string[]) => terminal(engine, options).run('models', 'starter', ...argv)
const changes = () => engine.models.asked.filter((line) => line.startsWith('starter.'))

describe('cairn models starter', () => {
  // Would catch a set that hides its size, licence, hosts or why a job is left out, and one that acts by being looked at.
  test('shows what would be fetched, what stays and what does not fit, and changes nothing', async () => {
    const { code, out } = await run({})
    expect(code).toBe(0)
    expect(out).toMatch(/language +qwen +1\.3 GB +2\.5 GB +Apache-2\.0 +to fetch/)
    expect(out).toContain('you chose onnx:mine; it stays')
    expect(out).toContain('none fits this memory')
    expect(out).toContain('about 2 min at 10 MB/s')
    expect(out).toContain('huggingface.co, .hf.co')
    expect(changes()).toEqual([])
  })

  // Would catch a download that nobody consented to, also where nobody can be asked.
  test.each([['n\n'], [''], ['nothing\n']])('--fetch answered by %j fetches nothing', async (input) => {
    const { code, err } = await run({ input }, '--fetch')
    expect(code).toBe(1)
    expect(err).toContain('Nothing was fetched')
    expect(changes()).toEqual([])
  })

  // Would catch a consent that is not passed on, and a question where the answer was given.
  test.each([
    ['y\n', []],
    ['', ['--yes']],
    ['', ['--allow', 'huggingface.co,.hf.co']],
  ])('--fetch after %j %j reaches the hosts that were shown', async (input, more) => {
    const { code, out, err } = await run({ input }, '--fetch', ...more)
    expect(changes()).toEqual(['starter.fetch huggingface.co .hf.co'])
    expect([code, out.includes('are in use')]).toEqual([0, true])
    expect(err.includes('[y/N]')).toBe(input !== '')
  })

  // Would catch a set with a missing part that ends as if all were well.
  test('--from takes a folder, and says what is still missing', async () => {
    const error = { code: 'FILE_CORRUPT' as const, message: 'It is another file.', action: 'Copy it again.' }
    engine.models.set = { ...offered, stage: 'adding', parts: [part('language', { offer, error })] }
    const { code, err } = await run({}, '--from', 'stick')
    expect(changes()).toEqual(['starter.take /work-of-user/stick'])
    expect(code).toBe(1)
    expect(err).toContain('It is another file. Copy it again.')
    expect(err).toContain('Still missing: qwen')
  })

  // Would catch an undo that deletes unasked, and one that does not say that gigabytes stay.
  test('--undo takes the jobs back and says which files stay', async () => {
    engine.models.now = modelsStateWith({ starter: added })
    const { code, out } = await run({}, '--undo')
    expect([code, changes()]).toEqual([0, ['starter.undo false']])
    expect(out).toContain('cairn models delete gguf:qwen')
  })
})
