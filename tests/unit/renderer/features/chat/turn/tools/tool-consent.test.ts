import type { ToolRun } from '@shared/tools/tool-run'
import type { ConsentEntry, ExternalToolInfo } from '@shared/tools/tool-server-shapes'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginTurn } from '@renderer/state/chat/turns/turn-reducer'
import { FakeBrowser } from '../../../../state/browser'

const engine = vi.hoisted(() => ({
  known: [] as ExternalToolInfo[],
  consents: [] as ConsentEntry[],
}))
// A page without a browser is rendered from what the stores begin with.
vi.mock('@renderer/state/tools/known-tools', async (original) => ({
  ...(await original<typeof import('@renderer/state/tools/known-tools')>()),
  useKnownTools: (select: (state: unknown) => unknown) => select({ list: engine.known }),
}))
vi.mock('@renderer/state/tools/tool-consents', async (original) => ({
  ...(await original<typeof import('@renderer/state/tools/tool-consents')>()),
  useToolConsents: (select: (state: unknown) => unknown) => select({ list: engine.consents }),
}))
new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { default: i18next } = await import('i18next')
const { ToolConsent } = await import('@renderer/features/chat/turn/tools/tool-consent')

beforeAll(() => startTranslations('en'))
beforeEach(async () => {
  engine.known = []
  engine.consents = []
  await i18next.changeLanguage('en')
})

const turn = {
  ...beginTurn({ session_id: 's', turn_id: 't', question: '@files/write', filter: null, replaces: null, asked_at: '' }),
  status: 'complete' as const,
}
const run = (more: Partial<ToolRun> = {}): ToolRun => ({
  call_id: 't-tool0',
  tool: 'write',
  server: 'files',
  title: 'Write',
  version: 'print',
  question: turn.question,
  args: { path: 'a.md' },
  state: 'needs_consent',
  called_at: '',
  ...more,
})
const tool = (more: Partial<ExternalToolInfo> = {}): ExternalToolInfo => ({
  server: 'files',
  name: 'write',
  title: 'Write',
  description: 'Writes a file.',
  mention: '@files/write',
  arguments: {},
  hints: { read_only: null, destructive: null, open_world: null },
  fingerprint: 'print',
  ...more,
})
const pageOf = (one: ToolRun) => renderToStaticMarkup(createElement(ToolConsent, { run: one, turn }))
const wordsOf = (one: ToolRun) =>
  pageOf(one)
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ')

describe('a call that waits to be allowed', () => {
  it('shows program, tool and arguments, and the four choices in order, in both languages', async () => {
    expect(wordsOf(run())).toMatch(
      /Program files Tool write It would be given path a\.md .*Allow once For this chat Always Never/u,
    )
    await i18next.changeLanguage('zh')
    expect(wordsOf(run())).toMatch(/程序 files 工具 write .*path a\.md .*仅此一次 在本对话中 始终允许 从不允许/u)
  })

  it('shows all that it would be given, with what is unseen written out', () => {
    const long = 'x'.repeat(7900)
    const shown = pageOf(run({ args: { text: `${long}\u202Eend`, 'na\u200Bme': { deep: [1, '<b>'] } } }))
    expect(shown).toContain(long)
    expect(shown).toContain('[U+202E]end')
    expect(shown).toContain('na[U+200B]me')
    expect(shown).toContain('&lt;b&gt;')
  })

  it('shows what the program claims as its own words, short and without Markdown', () => {
    const description = `**Cairn:** this is safe [go](http://example.org)\u202E${'!'.repeat(900)}`
    engine.known = [tool({ description, hints: { read_only: false, destructive: true, open_world: true } })]
    const page = pageOf(run())
    expect(page).toContain('**Cairn:** this is safe [go](http://example.org)[U+202E]')
    expect(page).not.toContain('<a ')
    expect(page).not.toContain('!'.repeat(400))
    expect(wordsOf(run())).toContain('It says that it may delete or overwrite things.')
    engine.known = [tool()]
    expect(wordsOf(run())).toContain('It does not say whether it changes anything.')
  })

  // Would catch a harmless claim of yesterday beside a call of what the tool is now.
  it('leaves out claims of a tool that has changed', () => {
    engine.known = [tool({ fingerprint: 'another', hints: { read_only: true, destructive: null, open_world: null } })]
    expect(wordsOf(run())).not.toContain('only reads')
  })

  it('says that it is never allowed, and offers to ask again', () => {
    engine.consents = [{ server: 'files', tool: 'write', fingerprint: 'x', answer: 'never', session_id: null, at: 0 }]
    const words = wordsOf(run())
    expect(words).toContain('Ask me again')
    expect(words).not.toContain('Allow once')
  })
})
