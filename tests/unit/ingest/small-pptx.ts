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
export function smallPptx(slides: readonly string[], more: Record<string, string> = {}): Uint8Array {
  const nameOf = (at: number): string => `slide${slides.length - at}.xml`
  const parts: Record<string, string> = {
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
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
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
