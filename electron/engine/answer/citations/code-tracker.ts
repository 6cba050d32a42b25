export type CodePlace = 'text' | 'inline' | 'fenced'

/** Follows Markdown letter by letter and tells which letters are code, where no citation is read or written. */
export class CodeTracker {
  /** The mark of the open fence and how often it stands there. */
  #fence: { readonly mark: string; length: number } | null = null
  /** Of the line that opens a fence: its marks are counted, and what follows them names a language. */
  #opening: 'marks' | 'name' | null = null
  /** The line so far is white space and then only fence marks. */
  #isLineStart = true
  #run = ''
  /** Back-ticks that opened inline code; 0 outside. */
  #inline = 0

  /** Takes the next UTF-16 unit of the text and says where it stands; the marks of code are code. */
  push(character: string): CodePlace {
    if (character === '\n') return this.#endLine()
    const isMark = character === '`' || character === '~'
    if (isMark && (this.#run === '' || this.#run.startsWith(character))) return this.#mark(character)
    this.#endRun()
    if (isMark) return this.#mark(character)
    if (this.#opening !== null) this.#opening = 'name'
    if (character.trim() !== '') this.#isLineStart = false
    return this.#here()
  }

  #mark(character: string): CodePlace {
    this.#run += character
    const { length } = this.#run
    if (this.#fence) {
      if (this.#opening === 'marks') this.#fence.length += 1
      else if (this.#opening === 'name' && character === '`' && this.#fence.mark === '`') {
        // A line like ```x``` is inline code.
        this.#inline = this.#fence.length
        this.#fence = null
        this.#opening = null
        return 'inline'
      }
      return 'fenced'
    }
    if (this.#isLineStart && this.#inline === 0 && length === 3) {
      this.#fence = { mark: character, length }
      this.#opening = 'marks'
      return 'fenced'
    }
    return character === '`' ? 'inline' : this.#here()
  }

  #endRun(): void {
    const { length } = this.#run
    const mark = this.#run.charAt(0)
    this.#run = ''
    if (length === 0) return
    const closes = this.#closes(mark, length)
    if (!closes) this.#isLineStart = false
    if (this.#fence || mark !== '`') return
    if (this.#inline === 0) this.#inline = length
    else if (this.#inline === length) this.#inline = 0
  }

  #closes(mark: string, length: number): boolean {
    return (
      this.#fence !== null &&
      this.#opening === null &&
      this.#isLineStart &&
      this.#fence.mark === mark &&
      length >= this.#fence.length
    )
  }

  #endLine(): CodePlace {
    const { length } = this.#run
    const place = this.#here()
    if (length > 0 && this.#closes(this.#run.charAt(0), length)) this.#fence = null
    this.#run = ''
    this.#opening = null
    this.#isLineStart = true
    // A back-tick that nothing closes is not to swallow the rest of the text.
    this.#inline = 0
    return place
  }

  #here(): CodePlace {
    if (this.#fence) return 'fenced'
    return this.#inline > 0 ? 'inline' : 'text'
  }
}
