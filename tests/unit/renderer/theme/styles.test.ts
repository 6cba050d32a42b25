import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../../renderer')
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const linesWith = (pattern: RegExp) =>
  sheets.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([line]) => `${path}: ${line.trim()}`))

describe('style sheets', () => {
  it('are found', () => {
    expect(sheets.length).toBeGreaterThan(50)
  })

  // Would catch a layer that is put over another by a number of its own.
  it('take what lies over what from the tokens', () => {
    expect(linesWith(/^\s*z-index:(?! var\(--z-).*$/gmu)).toEqual([])
  })

  // Would catch a place or a gap that stays on the same side where the text runs the other way.
  it('name sides by the direction of the text', () => {
    expect(
      linesWith(/^\s*(?:left|right|(?:margin|padding|border)-(?:left|right)|text-align: (?:left|right)).*$/gmu),
    ).toEqual([])
  })

  // Would catch a rule that is written a second time and then changed in one place only.
  it('write no long rule twice', () => {
    const places = new Map<string, string[]>()
    for (const { path, text } of sheets) {
      for (const [, name = '', body = ''] of text.matchAll(/([^{}]+)\{([^{}]*)\}/gu)) {
        const lines = body.split('\n').flatMap((line) => line.trim() || [])
        if (lines.length < 8) continue
        const said = lines.sort().join(' ')
        places.set(said, [...(places.get(said) ?? []), `${path} ${name.trim()}`])
      }
    }
    expect(places.size).toBeGreaterThan(20)
    expect([...places.values()].filter((same) => same.length > 1)).toEqual([])
  })
})
