import type { getResolvedPDFJS } from 'unpdf'
import { z } from 'zod'
import type { GreyPicture } from '../grey-picture'
import type { Outline } from './fill-outline'
import { type Area, identity, mapped, type Matrix, shared, toArea, toMatrix, within } from './matrix'
import { type FontFace, fontOf, type Glyph, lettersOf, newTextState, textOperator, type TextState } from './pdf-letters'
import { type PdfPage, pictureOf } from './pdf-painted-pictures'

type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS']

/** A picture as a page paints it: its unit square is laid into user space by `matrix`. */
export interface PaintedPicture {
  readonly kind: 'picture'
  readonly picture: GreyPicture
  readonly matrix: Matrix
  /** A stencil: only its dark parts are painted. */
  readonly isMask: boolean
  readonly clip: Area | undefined
}

/** A letter or a shape that is filled. */
export interface PaintedOutline {
  readonly kind: 'outline'
  readonly outline: Outline
  readonly matrix: Matrix
  readonly isEvenOdd: boolean
  readonly grey: number
  /** From 0 to 1. */
  readonly alpha: number
  /** Laid over what is there as colour on a transparency is, so that letters show through. */
  readonly isMultiplied: boolean
  readonly isLetter: boolean
  readonly clip: Area | undefined
}

export type Painted = PaintedPicture | PaintedOutline

export interface OperatorList {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

interface GraphicState {
  matrix: Matrix
  /** Undefined for patterns, which are not drawn. */
  grey: number | undefined
  alpha: number
  isMultiplied: boolean
  clip: Area | undefined
  font: FontFace | undefined
  text: TextState
}

/** A page of hundreds of pictures is a drawing, and one of more outlines is no page of letters. */
const most = { pictures: 400, outlines: 40_000 } as const
/** More transparent than this is a watermark. */
const leastAlpha = 0.4

const Arguments = z.array(z.unknown()).catch([])
const Path = z.tuple([z.number(), z.tuple([z.instanceof(Float32Array)]), z.unknown()])

/**
 * What a page paints, in the order of painting: pictures, letters as the outlines of their font, filled shapes. Strokes, shadings
 * and pictures that pdf.js could not decode are left out; clips count by the box around them.
 */
export async function paintingOf(page: PdfPage, OPS: Operators): Promise<Painted[]> {
  const painter = new Painter(page, OPS)
  await painter.run(await page.getOperatorList())
  return painter.painted
}

class Painter {
  readonly painted: Painted[] = []
  #state: GraphicState = {
    ...{ matrix: identity, grey: 0, alpha: 1, isMultiplied: false, clip: undefined, font: undefined },
    text: newTextState(),
  }
  readonly #stack: GraphicState[] = []
  #isClipping = false
  #pictures = 0
  /** How many groups around this place are masks, which are not themselves painted. */
  #masks: boolean[] = []
  readonly #fills: ReadonlyMap<number, boolean>

  constructor(
    readonly page: PdfPage,
    readonly OPS: Operators,
  ) {
    const evenOdd = [OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke]
    const nonZero = [OPS.fill, OPS.fillStroke, OPS.closeFillStroke]
    this.#fills = new Map([
      ...nonZero.map((one) => [one, false] as const),
      ...evenOdd.map((one) => [one, true] as const),
    ])
  }

  /** `isInside` a glyph that is drawn by operators of its own, which holds no text. */
  async run({ fnArray, argsArray }: OperatorList, isInside = false): Promise<void> {
    for (const [at, operator] of fnArray.entries()) {
      const args = Arguments.parse(argsArray[at])
      if (this.#keepsState(operator, args)) continue
      if (operator === this.OPS.setFont) this.#state.font = await fontOf(this.page, args[0])
      if (operator === this.OPS.showText && !isInside) await this.#showText(args[0])
      else if (!textOperator(this.OPS, this.#state.text, operator, args)) await this.#paint(operator, args)
    }
  }

  #keepsState(operator: number, args: readonly unknown[]): boolean {
    const { OPS } = this
    if (operator === OPS.save) this.#save()
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) this.#restore()
    else if (operator === OPS.transform) this.#state.matrix = within(this.#state.matrix, toMatrix(args))
    else if (operator === OPS.paintFormXObjectBegin) {
      this.#save()
      this.#state.matrix = within(this.#state.matrix, toMatrix(args[0]))
      this.#clipTo(toArea(args[1]))
    } else if (operator === OPS.beginGroup) {
      this.#save()
      this.#masks.push(z.object({ smask: z.object({}) }).safeParse(args[0]).success)
    } else if (operator === OPS.beginAnnotation) {
      this.#save()
      this.#state.matrix = within(within(this.#state.matrix, toMatrix(args[2])), toMatrix(args[3]))
    } else if (operator === OPS.endAnnotation) this.#restore()
    else if (operator === OPS.endGroup) {
      this.#masks.pop()
      this.#restore()
    } else return false
    return true
  }

  #save(): void {
    this.#stack.push({ ...this.#state, text: { ...this.#state.text } })
  }

  #restore(): void {
    this.#state = this.#stack.pop() ?? this.#state
  }

  #clipTo(area: Area | undefined): void {
    if (area) this.#state.clip = shared(this.#state.clip, mapped(area, this.#state.matrix))
  }

  async #paint(operator: number, args: readonly unknown[]): Promise<void> {
    const { OPS } = this
    const state = this.#state
    if (operator === OPS.setFillRGBColor) state.grey = greyOfColour(args[0])
    else if (operator === OPS.setFillColorN || operator === OPS.setFillTransparent) state.grey = undefined
    else if (operator === OPS.setGState) this.#setTransparency(args[0])
    else if (operator === OPS.clip || operator === OPS.eoClip) this.#isClipping = true
    else if (operator === OPS.constructPath) this.#drawPath(args)
    else if (operator === OPS.paintImageMaskXObject) await this.#drawPicture(args[0], true)
    else if (operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject)
      await this.#drawPicture(args[0], false)
  }

  #setTransparency(raw: unknown): void {
    const entries = z.array(z.tuple([z.string(), z.unknown()])).safeParse(raw).data ?? []
    const values = new Map(entries)
    if (values.has('ca')) this.#state.alpha = z.number().catch(1).parse(values.get('ca'))
    if (values.has('BM')) this.#state.isMultiplied = values.get('BM') === 'multiply'
  }

  #drawPath(args: readonly unknown[]): void {
    const parsed = Path.safeParse(args).data
    if (parsed) {
      const [operator, [outline], area] = parsed
      const isEvenOdd = this.#fills.get(operator)
      if (isEvenOdd !== undefined) this.#addOutline(outline, this.#state.matrix, { isEvenOdd, isLetter: false })
      if (this.#isClipping) this.#clipTo(toArea(area))
    }
    this.#isClipping = false
  }

  #addOutline(outline: Outline, matrix: Matrix, how: Pick<PaintedOutline, 'isEvenOdd' | 'isLetter'>): void {
    const { grey, alpha, isMultiplied, clip } = this.#state
    if (grey === undefined || alpha < leastAlpha || this.#masks.includes(true) || this.painted.length >= most.outlines)
      return
    this.painted.push({ kind: 'outline', outline, matrix, grey, alpha, isMultiplied, clip, ...how })
  }

  async #drawPicture(source: unknown, isMask: boolean): Promise<void> {
    if (this.#pictures >= most.pictures || this.#masks.includes(true)) return
    const picture = await pictureOf(this.page, source, isMask)
    if (!picture) return
    this.#pictures += 1
    const { matrix, clip } = this.#state
    this.painted.push({ kind: 'picture', picture, matrix, isMask, clip })
  }

  async #showText(raw: unknown): Promise<void> {
    const { font, text, matrix } = this.#state
    if (!font) return
    for (const { glyph, place } of lettersOf(font, text, raw)) {
      const own = within(matrix, place)
      if (font.isType3Font) await this.#drawProcedure(font, glyph, own)
      else {
        const outline = font.outlineOf(glyph.fontChar)
        if (outline) this.#addOutline(outline, own, { isEvenOdd: false, isLetter: true })
      }
    }
  }

  /** Letters of a Type 3 font are drawings of their own. */
  async #drawProcedure(font: FontFace, { operatorListId }: Glyph, matrix: Matrix): Promise<void> {
    const procedure = operatorListId === undefined ? undefined : font.procedures[operatorListId]
    if (!procedure || this.painted.length >= most.outlines) return
    const depth = this.#stack.length
    this.#save()
    this.#state.matrix = within(matrix, font.matrix)
    await this.run(procedure, true)
    while (this.#stack.length > depth) this.#restore()
  }
}

function greyOfColour(raw: unknown): number | undefined {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})/iu.exec(typeof raw === 'string' ? raw : '') ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return Math.round(0.299 * parseInt(red, 16) + 0.587 * parseInt(green, 16) + 0.114 * parseInt(blue, 16))
}
