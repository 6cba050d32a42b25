import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '@shared/errors'
import type { TextKey } from '@renderer/locales/text-key'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'renderer/locales')
/** The engine says what became of a file as well, so those words are not the window's alone. */
const pathOf = (language: string, name: string) =>
  name === 'errors.json' ? join(root, 'resources/words', `errors.${language}.json`) : join(folder, language, name)
const read = (language: string, name: string): unknown => JSON.parse(readFileSync(pathOf(language, name), 'utf8'))

/** `a.b` → text; plural endings are dropped, because Chinese has one form where English has two. */
function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path.replace(/_(?:zero|one|two|few|many|other)$/u, ''), value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).flatMap(([key, one]) => [...textsOf(one, path ? `${path}.${key}` : key)]))
}

const sources = ['renderer', 'shared', 'electron/engine'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/u.test(path))
    .map((path) => ({ room, text: readFileSync(join(root, room, path), 'utf8') })),
)
const literals = new Set(sources.flatMap(({ text }) => [...text.matchAll(/'(?=([^'\n]+)')/gu)].map(([, word]) => word)))
const words = new Set(sources.flatMap(({ text }) => [...text.matchAll(/[\w-]+/gu)].map(([word]) => word)))

/** Keys of a file that stand nowhere in the code, neither whole nor put together of words that the code knows. */
function unusedKeys(namespace: string): string[] {
  const template = '`((?:[\\w.:-]|\\$\\{[^}\\n]*\\})+)`'
  const ofWindow = sources
    .filter(({ room, text }) => room === 'renderer' && text.includes(`'${namespace}'`))
    .flatMap(({ text }) => [...text.matchAll(new RegExp(template, 'gu'))])
    .map(([, key = '']) => patternOf(key))
  // What the engine says is a note, whose key is one of `pipeline:notes`.
  const ofEngine = sources
    .flatMap(({ text }) => [...text.matchAll(new RegExp(`\\bnote\\(${template}`, 'gu'))])
    .map(([, key = '']) => patternOf(`notes.${key}`))
  const templates = [...ofWindow, ...(namespace === 'pipeline' ? ofEngine : [])]
  const isBuilt = (key: string) =>
    templates.some((pattern) => {
      const parts = pattern.exec(key)?.slice(1) ?? []
      return (
        parts.length > 0 &&
        parts.every((part) => literals.has(part) || part.split(/[.-]/u).every((one) => words.has(one)))
      )
    })
  return [...textsOf(read('en', `${namespace}.json`)).keys()]
    .filter((key) => !literals.has(key) && !literals.has(`${namespace}:${key}`) && !isBuilt(key))
    .map((key) => `${namespace}:${key}`)
}

/** `types.${type}` as a pattern; what is put in may hold dots. */
function patternOf(template: string): RegExp {
  const parts = template.replace(/^\w+:/u, '').split(/\$\{[^}]*\}/u)
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('(.+)')}$`, 'u')
}

const placeholders = (text: string) => new Set([...text.matchAll(/\{\{\s*([\w.]+)/gu)].map(([, name]) => name))

describe('locales', () => {
  const files = readdirSync(join(folder, 'en'))
  const names = [...files, 'errors.json']

  it('has the same files in both languages', () => {
    expect(names.length).toBeGreaterThan(5)
    expect(readdirSync(join(folder, 'zh')).sort()).toEqual([...files].sort())
  })

  it.each(names)('%s: the same keys with the same values in both languages, none empty', (name) => {
    const en = textsOf(read('en', name))
    const zh = textsOf(read('zh', name))
    expect([...zh.keys()].sort()).toEqual([...en.keys()].sort())
    for (const [key, text] of [...en, ...zh]) expect(text.trim(), key).not.toBe('')
    for (const [key, text] of zh) {
      // A failure speaks English: only elsewhere is there anything to say beside its own words.
      if (name === 'pipeline.json' && key === 'why') continue
      const known = placeholders(en.get(key) ?? '')
      for (const used of placeholders(text)) expect(known, `${key} uses ${String(used)}`).toContain(used)
    }
  })

  // Would catch the compiler taking any string for a key again.
  it('has keys that the compiler knows', () => {
    const known: TextKey<'settings'> = 'appearance.title'
    // @ts-expect-error There is no such text.
    const missing: TextKey<'settings'> = 'appearance.nothing'
    expect([known, missing]).toHaveLength(2)
  })

  // Would catch a text that stays behind when what showed it goes.
  it('has no text that nothing shows', () => {
    const unused = names.flatMap((name) => unusedKeys(name.replace('.json', '')))
    // Records of earlier versions say these.
    expect(unused).toEqual(['pipeline:notes.some_support'])
  })

  it('says every error code in Chinese', () => {
    const said = [...textsOf(read('zh', 'errors.json')).keys()].join(' ')
    for (const code of errorCodes) expect(said).toContain(code)
  })
})
