/** A text item as pdf.js reports it. */
export interface PdfItem {
  readonly str: string
  readonly dir: string
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  readonly fontName: string
}

type Box = readonly [x: number, y: number, width: number, height: number]

/** A run of text turned upright: `x` grows along the line, `y` against the order of lines. All lengths in points. */
export interface Run {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly font: string
  readonly isRightToLeft: boolean
  readonly spaceBefore: boolean
  readonly spaceAfter: boolean
  /** Where it stands on the page as stored, from the page's lower left corner. */
  readonly box: Box
}

/** A page's items as upright runs, one list for each direction of writing, the commonest first. */
export function readRuns(items: readonly PdfItem[], view: readonly number[]): Run[][] {
  const byAngle = new Map<number, Run[]>()
  const weights = new Map<number, number>()
  for (const item of items) {
    const text = cleanText(item.str)
    if (text === '') continue
    const [a = 1, b = 0] = item.transform
    const angle = Math.round(Math.atan2(b, a) / (Math.PI / 36)) * (Math.PI / 36)
    const run = toRun(item, text, angle, view)
    if (!Number.isFinite(run.x + run.y + run.width + run.size) || run.size === 0) continue
    const runs = byAngle.get(angle)
    if (runs) runs.push(run)
    else byAngle.set(angle, [run])
    weights.set(angle, (weights.get(angle) ?? 0) + text.length)
  }
  return [...byAngle]
    .sort(([one], [other]) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0))
    .map(([, runs]) => runs)
}

function toRun(item: PdfItem, text: string, angle: number, view: readonly number[]): Run {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform
  const size = Math.hypot(c, d) || Math.hypot(a, b) || item.height
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  // The upright rectangle around the run, from a little below its baseline to its full height.
  const low = -0.22 * size
  const high = 0.78 * size
  const [left, width] = extent(e - (view[0] ?? 0), item.width * cos, -low * sin, -high * sin)
  const [bottom, height] = extent(f - (view[1] ?? 0), item.width * sin, low * cos, high * cos)
  return {
    text,
    x: e * cos + f * sin,
    y: f * cos - e * sin,
    width: item.width,
    size,
    font: item.fontName,
    isRightToLeft: item.dir === 'rtl',
    spaceBefore: /^\s/u.test(item.str),
    spaceAfter: /\s$/u.test(item.str),
    box: [left, bottom, width, height],
  }
}

/** Start and length, on one axis, of a rotated rectangle: `along` leads to its far side, `low` and `high` to its edges. */
function extent(origin: number, along: number, low: number, high: number): [start: number, length: number] {
  const far = origin + along
  const start = Math.min(origin + low, origin + high, far + low, far + high)
  return [round(start), round(Math.max(origin + low, origin + high, far + low, far + high) - start)]
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}

/** What stands for a glyph that the font gives no letter: in words it is a ligature, elsewhere it is left out. */
export const unknownGlyph = '\0'

/**
 * One space for white space. Half characters have no look and no meaning, nor have soft hyphens but for one at the end, where it
 * divides a word. TeX fonts without a table of their own have their ligatures among the control characters, and ff at ↵.
 */
function cleanText(raw: string): string {
  const text = raw
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}↵]+/gu, unknownGlyph)
    // Some printers write CJK radicals where the text has characters; they look alike but are never searched for.
    .replace(/[\u2e80-\u2fdf]/gu, (radical) => radical.normalize('NFKC'))
    .replace(/\u00ad(?!\s*$)|[\u200b\ufeff\p{Surrogate}]/gu, '')
    .trim()
  return isDoubled(text) ? text.replace(/(\S)\1/gu, '$1') : text
}

/** Every letter printed twice to look bold, and reported as `BBOOLLDD`. */
function isDoubled(text: string): boolean {
  return /^(?:(\S)\1|\s)+$/u.test(text) && new Set(text.match(/\p{L}/gu)).size >= 3
}
