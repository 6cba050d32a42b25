import { z } from 'zod'
import type { PdfDocument } from './pdf-document'

/** What was written onto a page: a note of a reader, or a field of a form. */
export interface PdfAnnotation {
  readonly text: string
  /** From the page's lower left corner, points. */
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

const Text = z.object({ str: z.string() }).transform(({ str }) => str)
const Written = z.object({
  subtype: z.string().catch(''),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  hidden: z.boolean().catch(false),
  noView: z.boolean().catch(false),
  contentsObj: Text.catch(''),
  titleObj: Text.catch(''),
  fieldType: z.string().catch(''),
  fieldName: z.string().catch(''),
  alternativeText: z.string().catch(''),
  fieldValue: z.union([z.string(), z.array(z.string())]).catch(''),
  exportValue: z.string().catch(''),
  buttonValue: z.string().catch(''),
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  password: z.boolean().catch(false),
  options: z.array(z.object({ exportValue: z.string(), displayValue: z.string() })).catch([]),
})
type Written = z.infer<typeof Written>

/** Notes whose text the page itself shows are left to it; links have none. */
const notes = new Set(['Text', 'FreeText', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly', 'Caret', 'Stamp', 'Ink'])

/** The notes and filled fields of a page (1-based), from its top; none where they are damaged. */
export async function readAnnotations(document: PdfDocument, number: number): Promise<PdfAnnotation[]> {
  try {
    const page = await document.proxy.getPage(number)
    const [left = 0, bottom = 0] = page.view
    const found: unknown = await page.getAnnotations()
    return z
      .array(z.unknown())
      .parse(found)
      .filter((one) => !isLink(one))
      .flatMap((one) => Written.safeParse(one).data ?? [])
      .flatMap((one) => {
        const text = one.hidden || one.noView ? '' : textOf(one)
        const [x1, y1, x2, y2] = one.rect
        return text === '' ? [] : [{ text, box: [x1 - left, y1 - bottom, x2 - x1, y2 - y1] as const }]
      })
      .sort((one, other) => other.box[1] - one.box[1])
  } catch (thrown) {
    if (thrown instanceof RangeError && /memory|length/iu.test(thrown.message)) throw thrown
    return []
  }
}

/** Most annotations are links, and say nothing. */
function isLink(one: unknown): boolean {
  return typeof one === 'object' && one !== null && 'subtype' in one && one.subtype === 'Link'
}

function textOf(one: Written): string {
  if (one.subtype === 'Widget') return fieldText(one)
  const text = one.contentsObj.replace(/\s+/gu, ' ').trim()
  if (!notes.has(one.subtype) || text === '') return ''
  const author = one.subtype === 'FreeText' ? '' : one.titleObj.trim()
  return author === '' ? text : `${author}: ${text}`
}

/** `Label: value`; nothing for an empty field, a box that is not ticked, or a secret. */
function fieldText(field: Written): string {
  const value = field.fieldType === 'Btn' ? tickedValue(field) : chosenValue(field)
  const text = field.password ? '' : value.replace(/\s+/gu, ' ').trim()
  const label = (field.alternativeText || (field.fieldName.split('.').at(-1) ?? '')).trim()
  if (text === '') return ''
  return label === '' ? text : `${label}: ${text}`
}

function chosenValue({ fieldValue, options }: Written): string {
  const values = typeof fieldValue === 'string' ? [fieldValue] : fieldValue
  return values.map((one) => options.find(({ exportValue }) => exportValue === one)?.displayValue ?? one).join(', ')
}

function tickedValue({ checkBox, radioButton, fieldValue, exportValue, buttonValue }: Written): string {
  if (typeof fieldValue !== 'string' || fieldValue === '' || fieldValue === 'Off') return ''
  if (checkBox) return fieldValue === exportValue ? '✓' : ''
  return radioButton && fieldValue === buttonValue ? fieldValue : ''
}
