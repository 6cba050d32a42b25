import type { StructureBuilder } from '../structure/structure-builder'
import { addGrid, mostColumns } from '../tables/office-table'

/** Puts the paragraphs and tables of an RTF text together and writes them as blocks. */
export class RtfParagraphs {
  #text = ''
  #marker = ''
  /** What stands beside the text; it follows its paragraph or table. */
  #aside: string[] = []
  /** Of the row's cells, whether each goes on with the one above it. */
  #joins: boolean[] = []
  #isJoined = false
  #cells: string[] = []
  #rows: string[][] = []
  #hasHeader = false

  constructor(readonly builder: StructureBuilder) {}

  addText(text: string): void {
    this.#text += text
  }

  addAside(text: string): void {
    if (text.trim() !== '') this.#aside.push(text)
  }

  /** The bullet or number that a list shows before the paragraph. */
  setMarker(marker: string): void {
    const label = marker.trim()
    // Bullets are letters of a font of symbols; Word's second level is the letter o.
    this.#marker = /[\p{L}\p{N}]/u.test(label) && label !== 'o' ? `${label} ` : '- '
  }

  /** @param level of a heading, from 1; undefined for any other paragraph. */
  endParagraph(level: number | undefined, isInTable: boolean): void {
    if (isInTable || this.#cells.length > 0) {
      this.#text += '\n'
      return
    }
    this.#endTable()
    const text = this.#text.trim()
    this.#text = ''
    if (level !== undefined) this.builder.add('heading', `${this.#number()}${text.replace(/\s+/gu, ' ')}`, { level })
    else if (this.#marker !== '' && text !== '') this.builder.add('list_item', this.#marker + text)
    else this.builder.add('paragraph', text)
    this.#marker = ''
    this.#writeAside()
  }

  startRow(): void {
    this.#joins = []
    this.#isJoined = false
  }

  /** The next cell that is defined goes on with the one above it. */
  joinCell(): void {
    this.#isJoined = true
  }

  defineCell(): void {
    if (this.#joins.length < mostColumns) this.#joins.push(this.#isJoined)
    this.#isJoined = false
  }

  markHeader(): void {
    if (this.#rows.length === 0) this.#hasHeader = true
  }

  endCell(): void {
    if (this.#cells.length < mostColumns) this.#cells.push(this.#text.trim())
    else this.#aside.push(this.#text)
    this.#text = ''
    this.#marker = ''
  }

  endRow(): void {
    const above = this.#rows.at(-1)
    const cellOf = (text: string, column: number): string =>
      text === '' && this.#joins[column] ? (above?.[column] ?? '') : text
    if (this.#cells.length > 0) this.#rows.push(this.#cells.map(cellOf))
    this.#cells = []
  }

  /** Writes what is left at the end of the file. */
  finish(): void {
    const isCellOpen = this.#cells.length > 0
    if (isCellOpen && this.#text.trim() !== '') this.endCell()
    this.endRow()
    this.endParagraph(undefined, false)
  }

  #endTable(): void {
    if (this.#rows.length === 0) return
    addGrid(this.builder, this.#rows, this.#hasHeader)
    this.#rows = []
    this.#hasHeader = false
    this.#writeAside()
  }

  /** The number of a heading; none for a bullet. */
  #number(): string {
    return this.#marker === '- ' ? '' : this.#marker
  }

  #writeAside(): void {
    for (const text of this.#aside) this.builder.add('paragraph', text)
    this.#aside = []
  }
}
