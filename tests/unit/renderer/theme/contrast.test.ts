import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../../../../renderer/theme/tokens.css'), 'utf8')
const [light = '', dark = ''] = tokens.split("[data-theme='dark'] {")

const grounds = ['paper', 'canvas', 'raised', 'sunken', 'hover']
const meanings = ['accent', 'kb', 'tool', 'graph', 'running', 'done', 'skipped', 'shortcut', 'failed']
/** What is written on what. */
const pairs = [
  ...['ink', 'ink-soft', 'ink-faint'].flatMap((ink) => [...grounds, 'pressed'].map((ground) => [ink, ground])),
  ...meanings.flatMap((meaning) => [...grounds, `${meaning}-soft`].map((ground) => [meaning, ground])),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['mark-ink', 'mark'],
  ['mark-ink', 'mark-strong'],
  ['ink', 'own'],
  ['ink', 'select'],
] as const

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, brighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (brighter + 0.05) / (darker + 0.05)
}

// Would catch a colour that is too pale to be read where it is used, which a browser test sees only if it looks at that moment.
test.each([
  ['light', light],
  ['dark', dark],
])('whatever is written in the %s theme has a contrast of 4.5 or more', (_theme, css) => {
  const colours = new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gu)].map(([, name, value]) => [name, value]))
  const pale = pairs.flatMap(([ink = '', ground = '']) => {
    const ratio = contrast(colours.get(ink) ?? '', colours.get(ground) ?? '')
    return ratio >= 4.5 ? [] : [`${ink} on ${ground}: ${ratio.toFixed(2)}`]
  })
  expect(pale).toEqual([])
})
