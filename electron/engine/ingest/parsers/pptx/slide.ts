import { CairnError } from '@shared/errors'
import type { PageReading } from '../../ocr/page-reading'
import type { ZipParts } from '../docx/zip-parts'
import { brokenArchive } from '../docx/zip-entries'
import { containedPictures } from '../picture/contained-pictures'
import { writeReadPage } from '../picture/read-page-text'
import type { PartLabels } from '../structure/part-labels'
import type { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement } from '../structure/xml-tree'
import { addGrid } from '../tables/office-table'
import { addChart } from './chart'
import { diagramTexts } from './diagram'
import { type PartRelation, partOfType, relationsOf } from './part-relations'
import { descriptionOf, drawingText, placeholderOf, shapesOf, slideTable, textParagraphs } from './shapes'
import { picturesOn } from './slide-pictures'

type Relations = ReadonlyMap<string, PartRelation>

/** Stand on every slide: each different text is written once. */
const frameKinds = new Set(['dt', 'ftr', 'hdr'])

/** Writes slides, each below a heading with its number. */
export class SlideReader {
  /** Numbers of the slides that hold no text, and no picture with some. */
  readonly withoutText: number[] = []
  /** Of those that hold nothing but pictures, perhaps below a title. */
  readonly ofPictures: number[] = []
  readonly #frame = new Set<string>()

  constructor(
    readonly builder: StructureBuilder,
    readonly parts: ZipParts,
    readonly labels: PartLabels,
    readonly readings: ReadonlyMap<number, PageReading>,
  ) {}

  /** Writes one slide; returns its title. Throws CairnError FILE_CORRUPT, of a slide's own parts after its text was written. */
  read(part: string, number: number): string | undefined {
    const slide = this.parts.take(part)
    if (!slide) throw brokenArchive()
    this.builder.page = number
    const relations = relationsOf(this.parts, part)
    const shapes = shapesOf(xmlAt(slide, 'cSld', 'spTree'))
    const titled = shapes.find((shape) => /^(?:ctrT|t)itle$/u.test(placeholderOf(shape) ?? ''))
    const title = drawingText(xmlAt(titled, 'txBody')).replace(/\s+/gu, ' ').trim()
    const isHidden = xmlAttribute(slide, 'show') === '0'
    const before = this.builder.length
    this.builder.add('heading', this.labels.slide(number, title, isHidden), { level: 1 })
    const bare = this.builder.length
    const broken = shapes.filter((shape) => shape !== titled && !this.#addShape(shape, relations))
    const holdsOnlyPictures = shapes.every((shape) => shape === titled || !hasText(shape))
    const isWaiting = holdsOnlyPictures && this.#addPictures(picturesOn(slide, relations), number, title !== '')
    this.#addNotes(partOfType(relations, 'notesSlide'))
    const isBare = title === '' && this.builder.length === bare && before !== bare
    if (isBare && !isWaiting) this.withoutText.push(number)
    if (broken.length > 0) throw brokenArchive()
    return title || undefined
  }

  /** Returns false where a part that the shape refers to is damaged. */
  #addShape(shape: XmlElement, relations: Relations): boolean {
    const { builder } = this
    const before = builder.length
    const placeholder = placeholderOf(shape)
    if (placeholder === 'sldNum') return true
    for (const { text, isListItem } of textParagraphs(shape)) {
      if (frameKinds.has(placeholder ?? '')) {
        if (this.#frame.has(text)) continue
        this.#frame.add(text)
      }
      builder.add(isListItem ? 'list_item' : 'paragraph', isListItem ? `- ${text}` : text)
    }
    const isWhole = shape.name !== 'graphicFrame' || this.#addGraphic(shape, relations)
    const description = descriptionOf(shape)
    if (description !== '' && builder.length === before) builder.add('paragraph', this.labels.picture(description))
    return isWhole
  }

  /** Writes what OCR has read of a slide's pictures; whether it has still to read them. */
  #addPictures(names: readonly string[], number: number, isTitled: boolean): boolean {
    if (containedPictures(this.parts, names, isTitled ? 'besideTitle' : 'alone').length === 0) return false
    this.ofPictures.push(number)
    const reading = this.readings.get(number)
    if (reading) writeReadPage(this.builder, reading, 'slide')
    return !reading
  }

  #addGraphic(frame: XmlElement, relations: Relations): boolean {
    const data = xmlAt(frame, 'graphic', 'graphicData')
    const partOf = (element: XmlElement | undefined, id: string) =>
      element && this.parts.take(relations.get(xmlAttribute(element, id) ?? '')?.target ?? '')
    try {
      for (const table of xmlChildren(data, 'tbl')) {
        const isMarked = /^(?:1|true)$/u.test(xmlAttribute(xmlAt(table, 'tblPr') ?? table, 'firstRow') ?? '')
        addGrid(this.builder, slideTable(table), isMarked)
      }
      const chart = partOf(xmlBelow(data, 'chart')[0], 'r:id')
      if (chart) addChart(this.builder, chart, this.labels)
      const diagram = partOf(xmlAt(data, 'relIds'), 'r:dm')
      if (diagram) for (const text of diagramTexts(diagram)) this.builder.add('list_item', `- ${text}`)
      return true
    } catch (thrown) {
      if (thrown instanceof CairnError) return false
      throw thrown
    }
  }

  #addNotes(part: string | undefined): void {
    const notes = part === undefined ? undefined : this.parts.take(part)
    const bodies = shapesOf(xmlAt(notes, 'cSld', 'spTree')).filter((shape) => placeholderOf(shape) === 'body')
    const paragraphs = bodies.flatMap((shape) => [...textParagraphs(shape)])
    if (paragraphs.length > 0) this.builder.add('heading', this.labels.notes, { level: 2 })
    for (const { text } of paragraphs) this.builder.add('paragraph', text)
  }
}

/** Whether a shape says something of its own: pictures and what frames every slide do not. */
function hasText(shape: XmlElement): boolean {
  if (shape.name === 'graphicFrame') return true
  const placeholder = placeholderOf(shape) ?? ''
  return placeholder !== 'sldNum' && !frameKinds.has(placeholder) && !textParagraphs(shape).next().done
}
