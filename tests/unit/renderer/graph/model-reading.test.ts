import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExtractionState } from '@shared/graph'
import { FakeBrowser } from '../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { default: i18next } = await import('i18next')
const { ModelReading } = await import('@renderer/features/graph/panel/graph-panel')

const running: ExtractionState = {
  state: 'running',
  model: { id: 'gguf:tiny', name: 'Tiny' },
  ...{ done: 12, total: 340, error: null, spent_ms: 0, budget_ms: 60_000 },
}
const words = (reading?: ExtractionState) => {
  return renderToStaticMarkup(createElement(ModelReading, { reading }))
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

beforeAll(() => startTranslations('en'))
beforeEach(async () => {
  await i18next.changeLanguage('en')
})

describe('how far a model has read', () => {
  it('is one line with what can be done about it', async () => {
    expect(words(running)).toBe('Read by Tiny: 12 of 340 passages Pause')
    expect(words({ ...running, state: 'paused' })).toBe('Read by Tiny: 12 of 340 passages Go on')
    expect(words({ ...running, state: 'done', done: 340 })).toBe('Read by Tiny: 340 of 340 passages')
    const error = { code: 'MODEL_FAILED' as const, message: 'It failed.', action: '' }
    expect(words({ ...running, state: 'failed', error })).toMatch(/passages · It failed\. Go on$/u)
    await i18next.changeLanguage('zh')
    expect(words(running)).toBe('Tiny 已阅读 340 个段落中的 12 个 暂停')
  })

  // Would catch a line about models in a window of somebody who uses none.
  it('is not there without a model, or while nothing is to be read', () => {
    expect([words(), words({ ...running, model: null }), words({ ...running, state: 'off' })]).toEqual(['', '', ''])
  })

  it('shows hidden marks in a model’s name as marks', () => {
    expect(words({ ...running, model: { id: 'x', name: 'a\u202Eb' } })).not.toContain('\u202E')
  })
})
