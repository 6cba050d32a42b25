import type { getResolvedPDFJS } from 'unpdf'
import { z } from 'zod'
import type { Outline } from './fill-outline'
import { identity, type Matrix, toMatrix, within } from './matrix'
import { objectOf, type PdfPage } from './pdf-painted-pictures'

type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS']

/** Where the next letter stands and how: PDF 32000-1, 9.3 and 9.4. Sizes in units of the page's user space. */
export interface TextState {
  matrix: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
  size: number
  /** -1 where the size is negative, and letters stand on their heads. */
  direction: 1 | -1
  charSpacing: number
  wordSpacing: number
  /** Horizontal scale. */
  stretch: number
  leading: number
  rise: number
  /** Drawn as an outline only, or not at all, as the text behind a scan. */
  isHidden: boolean
}

const Glyph = z.object({
  fontChar: z.string().catch(''),
  width: z.number().catch(0),
  isSpace: z.boolean().catch(false),
  /** Others would be shown as empty boxes. */
  isInFont: z.boolean().catch(true),
  operatorListId: z.string().optional(),
  vmetric: z.array(z.number()).nullish(),
})
export type Glyph = z.infer<typeof Glyph>

const Procedure = z.object({ fnArray: z.array(z.number()), argsArray: z.array(z.unknown()) })
const Font = z.object({
  loadedName: z.string().catch(''),
  fontMatrix: z.unknown(),
  isType3Font: z.boolean().catch(false),
  vertical: z.boolean().catch(false),
  defaultVMetrics: z.array(z.number()).nullish(),
  charProcOperatorList: z.record(z.string(), Procedure).nullish(),
})

/** A font of the page. */
export interface FontFace {
  readonly isType3Font: boolean
  readonly isVertical: boolean
  readonly matrix: Matrix
  readonly verticalMetrics: readonly number[]
  readonly procedures: Readonly<Record<string, z.infer<typeof Procedure>>>
  /** In ems, upwards; undefined where the font is not embedded, or has no such letter. */
  outlineOf(fontChar: string): Outline | undefined
}

export function newTextState(): TextState {
  return {
    ...{ matrix: identity, x: 0, y: 0, lineX: 0, lineY: 0, size: 0, direction: 1 },
    ...{ charSpacing: 0, wordSpacing: 0, stretch: 1, leading: 0, rise: 0, isHidden: false },
  }
}

/** A font by the name that pdf.js gave it; undefined where it could not be loaded. */
export async function fontOf(page: PdfPage, name: unknown): Promise<FontFace | undefined> {
  if (typeof name !== 'string' || !page.commonObjs.has(name)) return undefined
  const font = Font.safeParse(await objectOf(page, name)).data
  if (!font) return undefined
  const outlines = new Map<string, Outline | undefined>()
  return {
    isType3Font: font.isType3Font,
    isVertical: font.vertical,
    matrix: font.fontMatrix ? toMatrix(font.fontMatrix) : [0.001, 0, 0, 0.001, 0, 0],
    verticalMetrics: font.defaultVMetrics ?? [],
    procedures: font.charProcOperatorList ?? {},
    outlineOf(fontChar) {
      if (!outlines.has(fontChar)) outlines.set(fontChar, findOutline(page, `${font.loadedName}_path_${fontChar}`))
      return outlines.get(fontChar)
    },
  }
}

function findOutline(page: PdfPage, name: string): Outline | undefined {
  if (!page.commonObjs.has(name)) return undefined
  const path: unknown = page.commonObjs.get(name)
  return z.object({ path: z.custom<Outline>((value) => ArrayBuffer.isView(value)) }).safeParse(path).data?.path
}

const first = (args: readonly unknown[], at = 0): number => z.number().catch(0).parse(args[at])

/** Carries out an operator that changes where or how text is written; false for any other. */
export function textOperator(OPS: Operators, text: TextState, operator: number, args: readonly unknown[]): boolean {
  if (operator === OPS.beginText) Object.assign(text, { matrix: identity, x: 0, y: 0, lineX: 0, lineY: 0 })
  else if (operator === OPS.setFont) {
    const size = first(args, 1)
    Object.assign(text, { size: Math.abs(size), direction: size < 0 ? -1 : 1 })
  } else if (operator === OPS.setTextMatrix) {
    Object.assign(text, { matrix: toMatrix(args[0]), x: 0, y: 0, lineX: 0, lineY: 0 })
  } else if (operator === OPS.moveText || operator === OPS.setLeadingMoveText) {
    if (operator === OPS.setLeadingMoveText) text.leading = first(args, 1)
    moveText(text, first(args), first(args, 1))
  } else if (operator === OPS.nextLine) moveText(text, 0, text.leading)
  else if (operator === OPS.setLeading) text.leading = -first(args)
  else if (operator === OPS.setCharSpacing) text.charSpacing = first(args)
  else if (operator === OPS.setWordSpacing) text.wordSpacing = first(args)
  else if (operator === OPS.setHScale) text.stretch = first(args) / 100
  else if (operator === OPS.setTextRise) text.rise = first(args)
  else if (operator === OPS.setTextRenderingMode) text.isHidden = first(args) % 4 === 3
  else return false
  return true
}

function moveText(text: TextState, x: number, y: number): void {
  text.lineX += x
  text.lineY += y
  text.x = text.lineX
  text.y = text.lineY
}

/** The letters of a piece of text, each with where its em square lies; moves on behind them. */
export function* lettersOf(font: FontFace, text: TextState, raw: unknown): Generator<{ glyph: Glyph; place: Matrix }> {
  const { size, direction, stretch } = text
  const across = stretch * direction
  const base = within(text.matrix, [across, 0, 0, direction, text.x, text.y + text.rise])
  const unit = size * font.matrix[0]
  let offset = 0
  for (const one of z.array(z.unknown()).catch([]).parse(raw)) {
    if (typeof one === 'number') {
      offset += ((font.isVertical ? 1 : -1) * one * size) / 1000
      continue
    }
    const glyph = Glyph.safeParse(one).data
    if (!glyph) continue
    const spacing = ((glyph.isSpace ? text.wordSpacing : 0) + text.charSpacing) * direction
    const [width, x, y] = font.isVertical ? downwards(font, glyph, unit, offset) : [glyph.width, offset, 0]
    if (!text.isHidden && size > 0 && glyph.isInFont) yield { glyph, place: within(base, [size, 0, 0, size, x, y]) }
    offset += width * unit + (font.isVertical ? -spacing : spacing)
  }
  if (font.isVertical) text.y -= offset
  else text.x += offset * across
}

/** How far down a letter of vertical writing reaches, and where it stands. */
function downwards(font: FontFace, glyph: Glyph, unit: number, offset: number): [number, number, number] {
  const [advance = -glyph.width, originX = glyph.width / 2, originY = 0] = glyph.vmetric ?? font.verticalMetrics
  const middle = glyph.vmetric ? originX : glyph.width / 2
  return [-advance, -middle * unit, -(offset + originY * unit)]
}
