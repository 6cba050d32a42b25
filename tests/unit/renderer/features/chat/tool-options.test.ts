import type { OwnTool } from '@shared/api/tools-api'
import type { ExternalToolInfo } from '@shared/tools/tool-server-shapes'
import { describe, expect, it } from 'vitest'
import { toolOptions, toolQueryAt, withMention } from '@renderer/features/chat/composer/tool-options'
import { readMention } from '@engine/tools/consent/mention'

describe('toolQueryAt', () => {
  it.each([
    ['@', 1, ''],
    ['@calc', 5, 'calc'],
    ['  ＠echo hello', 7, 'echo'],
    ['@everything/ec', 14, 'everything/ec'],
  ])('finds the mention the caret stands in: %j', (text, caret, words) => {
    expect(toolQueryAt(text, caret)?.words).toBe(words)
  })

  // Would catch a list over what is only an address or a mention that does not count.
  it.each([
    ['write to me@example.org', 23],
    ['please ask @calc', 16],
    ['@calc 1+1', 9],
    ['@@', 2],
  ])('leaves other signs alone: %j', (text, caret) => {
    expect(toolQueryAt(text, caret)).toBeNull()
  })
})

describe('withMention', () => {
  it('puts a mention at the beginning that the engine reads, before what was written', () => {
    const text = ' ＠cal 15% of 20'
    const query = toolQueryAt(text, 5)
    const next = query && withMention(text, query, '@calculator')
    expect(next).toEqual({ text: '@calculator 15% of 20', caret: 12 })
    expect(readMention(next?.text ?? '')).toEqual({ tool: 'calculator', rest: '15% of 20' })
  })
})

const own = (name: string, en: string, on = true): OwnTool => ({
  name,
  title: { en, zh: `${en}（中文）` },
  description: { en: '', zh: '' },
  version: '1',
  arguments: {},
  on,
  needs_network: false,
})
const external = (server: string, name: string): ExternalToolInfo => ({
  server,
  name,
  title: name,
  description: '',
  mention: `@${server}/${name}`,
  arguments: {},
  hints: { read_only: null, destructive: null, open_world: null },
  fingerprint: 'f',
})

describe('toolOptions', () => {
  const mine = [own('weather', 'Weather', false), own('calculator', 'Calculator'), own('datetime', 'Date and time')]
  const others = [external('notes', 'search'), external('calendar', 'add')]
  const mentionsOf = (words: string) => toolOptions(mine, others, words, 'en').map(({ mention }) => mention)

  it('offers Cairn’s tools that are on, then those of programs', () => {
    expect(mentionsOf('')).toEqual(['@calculator', '@datetime', '@calendar/add', '@notes/search'])
  })

  it('finds them by name, by title, and by the name of the tool alone', () => {
    expect(mentionsOf('CAL')).toEqual(['@calculator', '@calendar/add'])
    expect(mentionsOf('and time')).toEqual(['@datetime'])
    expect(mentionsOf('search')).toEqual(['@notes/search'])
  })
})
