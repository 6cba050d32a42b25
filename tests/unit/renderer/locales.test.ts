import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '@shared/errors'

const folder = join(import.meta.dirname, '../../../renderer/locales')
const read = (language: string, name: string): unknown => JSON.parse(readFileSync(join(folder, language, name), 'utf8'))

/** `a.b` → text; plural endings are dropped, because Chinese has one form where English has two. */
function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path.replace(/_(?:zero|one|two|few|many|other)$/u, ''), value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).flatMap(([key, one]) => [...textsOf(one, path ? `${path}.${key}` : key)]))
}

const placeholders = (text: string) => new Set([...text.matchAll(/\{\{\s*([\w.]+)/gu)].map(([, name]) => name))

describe('locales', () => {
  const names = readdirSync(join(folder, 'en'))

  it('has the same files in both languages', () => {
    expect(names.length).toBeGreaterThan(5)
    expect(readdirSync(join(folder, 'zh')).sort()).toEqual([...names].sort())
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

  it('says every error code in Chinese', () => {
    const said = [...textsOf(read('zh', 'errors.json')).keys()].join(' ')
    for (const code of errorCodes) expect(said).toContain(code)
  })
})
