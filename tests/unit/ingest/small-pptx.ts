import { Buffer } from 'node:buffer'
import { strToU8, zipSync } from 'fflate'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A relations part: each target by its id, of the type named. */
export function relations(targets: Record<string, readonly [type: string, target: string]>): string {
  const rows = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<?xml version="1.0"?><Relationships>${rows.join('')}</Relationships>`
}

/** A presentation whose slides are in the order given, stored under names in the opposite order; `more` adds or replaces parts. */
export function smallPptx(slides: readonly string[], more: Record<string, string | Uint8Array> = {}): Uint8Array {
  const nameOf = (at: number): string => `slide${slides.length - at}.xml`
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides
      .map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(slides.map((_, at) => [`s${at}`, ['slide', `slides/${nameOf(at)}`] as const])),
    ),
    ...Object.fromEntries(slides.map((slide, at) => [`ppt/slides/${nameOf(at)}`, slide])),
    ...more,
  }
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  )
}

export function slide(shapes: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><p:sld ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`
}

/** A shape with a paragraph for each text; `placeholder` is its type in the layout, none for a text box. */
export function shape(texts: readonly string[], placeholder?: string): string {
  const kind = placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`
  const paragraphs = texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
}

/** A frame around a table, a chart or a diagram. */
export function frame(graphic: string): string {
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="x"/></p:nvGraphicFramePr><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></p:graphicFrame>`
}

/** A picture of the relation `id`, with what its author says of it. */
export function picture(id: string, description = ''): string {
  return `<p:pic><p:nvPicPr><p:cNvPr id="3" name="x" descr="${description}"/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill></p:pic>`
}

/** The head of a PNG of this size, which is all that parsers look at. */
export function pngHead(width: number, height: number): Uint8Array {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return new Uint8Array(head)
}
