import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Job } from '@shared/changes'
import type { DocumentRecord } from '@shared/documents'
import { documentNamed } from '../../../../fakes/fake-engine'
import { FakeBrowser } from '../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { default: i18next } = await import('i18next')
const { useLibrary } = await import('@renderer/state/library/library-store')
const { ActivityStrip } = await import('@renderer/features/library/activity-strip')

const ended = performance.timeOrigin + 1000
const job: Job = {
  ...{ id: 'j', kind: 'ingest', state: 'done', done: 0, total: 0, message: '' },
  ...{ started_at: ended - 10, ended_at: ended, error: null },
}
const refusal = { code: 'DISK_FULL', message: 'The disk is full.', action: 'Make room.' } as const

beforeAll(() => startTranslations('en'))

function shown(fields: Partial<Job>, ...records: DocumentRecord[]): string {
  // Markup is made of the state that a store began with.
  Object.assign(useLibrary.getInitialState(), { jobs: new Map([['j', { ...job, ...fields }]]) })
  const documents = new Map(records.map((record) => [record.id, record]))
  return renderToStaticMarkup(createElement(ActivityStrip, { documents }))
}

// Would catch a refused addition with a tick and "Done", and a refusal that stands there without its reason.
it('says of a refused addition that nothing was added, and why, in both languages', async () => {
  for (const [language, words] of [
    ['en', 'Nothing was added.'],
    ['zh', '未添加任何内容。'],
  ] as const) {
    await i18next.changeLanguage(language)
    const markup = shown({ state: 'failed', error: refusal })
    expect(markup).toContain(words)
    expect(markup).toContain('lucide-circle-alert')
    expect(markup).not.toContain('lucide-check')
  }
  await i18next.changeLanguage('en')
  expect(shown({ state: 'failed', error: refusal })).toContain(refusal.action)
})

it('says that there was nothing to add where nothing failed, and counts what came before a failure', () => {
  expect(shown({})).toMatch(/lucide-check.*Done\. There was nothing to add\./u)
  const added = { ...documentNamed('a.txt'), created_at: ended - 5, updated_at: ended - 5 }
  expect(shown({ state: 'failed', error: refusal }, added)).not.toContain('Nothing was added.')
})
