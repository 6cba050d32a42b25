import { beforeEach, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { canCompare, changeStartDraft, clearStartDraft, compareDocuments, useStartDraft } =
  await import('@renderer/state/research/start-draft')
const { go, useRoute } = await import('@renderer/state/window/address')

beforeEach(() => {
  clearStartDraft()
  go({ view: 'library', runId: 'r_1' })
})

it('fills in a comparison of the chosen documents, and goes to the form and not to the research of before', () => {
  changeStartDraft({ goal: 'Huts?', looksFirst: false })
  compareDocuments(['a', 'b'])
  expect(useStartDraft.getState()).toMatchObject({ goal: '', job: 'compare-documents', looksFirst: true })
  expect(useStartDraft.getState().scope.documents).toEqual(['a', 'b'])
  expect(useRoute.getState()).toMatchObject({ view: 'research', runId: null })
})

it('compares as many documents as the job takes', async () => {
  const { default: job } = await import('../../../../../resources/research/jobs/compare-documents.json')
  const { min, max } = job.needs.documents
  expect([min - 1, min, max, max + 1].map(canCompare)).toEqual([false, true, true, false])
})

it('keeps what was typed until the research began', () => {
  changeStartDraft({ goal: 'Huts?' })
  expect(useStartDraft.getState().goal).toBe('Huts?')
  clearStartDraft()
  expect(useStartDraft.getState()).toMatchObject({ goal: '', job: null })
})
