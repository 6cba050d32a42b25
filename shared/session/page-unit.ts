/** What people call a numbered part of a document: a presentation has slides. */
export type PageUnit = 'page' | 'slide'

const slideFormats = new Set(['pptx', 'ppt', 'odp'])

/** The unit of `page` in documents of this format. */
export function pageUnit(format: string | null | undefined): PageUnit {
  return slideFormats.has(format ?? '') ? 'slide' : 'page'
}

export interface SlideHeading {
  readonly number: number
  readonly isHidden: boolean
  /** Empty where the slide has none. */
  readonly title: string
}

/** Reads the heading that parsers write above a slide (`part-labels.ts`), such as `Slide 3 (hidden): Results`; null for any other. */
export function slideHeading(heading: string): SlideHeading | null {
  const read = /^(?:Slide|幻灯片) (\d+)( \(hidden\)|（隐藏）)?(?:(?:: |：)([^]*))?$/u.exec(heading)
  const [, number, hidden, title = ''] = read ?? []
  return number === undefined ? null : { number: Number(number), isHidden: hidden !== undefined, title }
}

interface Place {
  readonly heading_path: readonly string[]
  readonly page: number | null
}

/** A place as it is written for people: the headings without the slide's number, which is said in their language beside them. */
export function placeToSay({ heading_path: path, page }: Place, format: string): Place & { readonly unit: PageUnit } {
  const unit = pageUnit(format)
  const slide = unit === 'slide' ? slideHeading(path[0] ?? '') : null
  const said = slide && slide.number === page ? [slide.title, ...path.slice(1)].filter((name) => name !== '') : path
  return { heading_path: said, page, unit }
}
