import { lineMarker } from '@engine/text/letters'
import type { AnswerRef } from '@shared/events'
import type { Passage } from '@engine/retrieval/passage'
import { closers, fullStops as stops, splitSentences } from '@engine/text/sentences/sentences'
import { type CitationPiece, CitationStream } from './citation-stream'
import { CitationNumbers, type CitedAnswer } from './cite'
import type { Mend } from './mend-citations'
import { RangeFinder } from './range-finder'

/** Something that can be shown now. */
export interface Said {
  readonly content: string
  /** It ends with the mark of a passage that was not cited before. */
  readonly citesNew: boolean
  /** How many passages are cited up to here. */
  readonly used: number
}

/** The sentence that is being written. */
interface Sentence {
  /** Where its words begin and end in the response; null while there are only marks. */
  range: { start: number; end: number } | null
  /** Its words without marks. */
  plain: string
  /** Where its references stand among all, by passage. */
  readonly refs: Map<number, number>
  /** A mark followed its last word. */
  marked: boolean
}

const longestLabel = 40
/** In UTF-16 units: enough to see an abbreviation before a full stop. */
const probed = 200

/**
 * Turns what a language model writes into an answer with exact references, the same however the text was cut. Marks are
 * numbered in order of first use; `mend` finds one for a sentence that has none.
 */
export class CitedStream {
  readonly #marks: CitationStream
  readonly #numbers: CitationNumbers
  readonly #finders: RangeFinder[]
  readonly #refs: AnswerRef[] = []
  #response = ''
  #space = ''
  /** Full stops behind the last word, held back: a mark that has to be put in stands before them. */
  #stops = ''
  #sentence: Sentence | null = null
  /** The range of the sentence before. */
  #before: Sentence['range'] = null
  #said: Said[] = []
  /** More words may join the last thing said. */
  #isOpen = false
  #mended = 0

  constructor(
    passages: readonly Passage[],
    private readonly evidenceIds: readonly string[],
    private readonly mend: Mend,
  ) {
    this.#marks = new CitationStream(passages.length)
    this.#numbers = new CitationNumbers(passages, evidenceIds)
    this.#finders = passages.map((passage) => new RangeFinder(passage))
  }

  /** Marks that were put in. */
  get mended(): number {
    return this.#mended
  }

  /** The answer as far as it was said. */
  get answer(): CitedAnswer {
    return { response: this.#response, refs: [...this.#refs], evidence: this.#numbers.evidence() }
  }

  push(text: string): Said[] {
    for (const piece of this.#marks.push(text)) this.#take(piece)
    return this.#taken()
  }

  /** `whole` where the text came to its own end; where it broke off, its last sentence gets no mark. */
  end(whole: boolean): Said[] {
    for (const piece of this.#marks.end()) this.#take(piece)
    this.#close(whole)
    return this.#taken()
  }

  #take(piece: CitationPiece): void {
    if (piece.type === 'marks') for (const passage of piece.passages) this.#mark(passage)
    else if (piece.fenced) this.#code(piece.text)
    else for (let at = 0; at < piece.text.length; at += 1) this.#letter(piece.text.charAt(at))
  }

  #letter(character: string): void {
    if (character.trim() === '') {
      // An answer does not begin with white space.
      if (this.#response !== '') this.#space += character
      return
    }
    if (this.#sentence && this.#endsBefore(character, this.#sentence)) this.#close(true)
    const sentence = (this.#sentence ??= newSentence())
    if (sentence.range) sentence.plain += this.#space || (sentence.marked && !stops.test(character) ? ' ' : '')
    const isStop = sentence.range !== null && stops.test(character) && this.#space === '' && sentence.refs.size === 0
    if (!isStop) this.#flush()
    const start = this.#response.length
    if (isStop) this.#stops += character
    else this.#say(character)
    sentence.plain += character
    sentence.marked = false
    sentence.range = { start: sentence.range?.start ?? start, end: this.#response.length }
  }

  /** Code claims nothing: the sentence before it ends here, and back-ticks make no sentence. */
  #code(text: string): void {
    if (this.#sentence && /^[`~]+$/u.test(this.#sentence.plain)) this.#sentence = null
    this.#close(true)
    this.#flush()
    this.#say(text)
  }

  #mark(passage: number): void {
    // At the beginning of a line it is about what follows.
    if (this.#space.includes('\n')) this.#close(true)
    this.#flush()
    const sentence = (this.#sentence ??= newSentence())
    this.#cite(passage, sentence, '')
    sentence.marked = true
  }

  #cite(passage: number, sentence: Sentence, before: string): void {
    const { number, isNew } = this.#numbers.take(passage)
    const content = `${before}[${number}]`
    const start = this.#response.length
    if (isNew || before !== '') {
      this.#response += content
      this.#said.push({ content, citesNew: isNew, used: this.#numbers.size })
      this.#isOpen = false
    } else this.#say(content)
    const known = sentence.refs.get(passage)
    const place = known ?? this.#refs.length
    const range = sentence.range ?? this.#before ?? { start, end: this.#response.length }
    sentence.refs.set(passage, place)
    this.#refs[place] = this.#ref(number, passage, range, sentence.plain)
  }

  #ref(number: number, passage: number, range: { start: number; end: number }, plain: string): AnswerRef {
    const { start, end } = this.#finders[passage]?.find(plain) ?? { start: 0, end: 0 }
    const lead = lineMarker.exec(plain)?.[0].length ?? 0
    return {
      number,
      evidence_id: this.evidenceIds[passage] ?? '',
      selector: `chars:${start}-${end}`,
      response_start: Math.min(range.start + lead, range.end),
      response_end: range.end,
    }
  }

  /** Ends the sentence that is being written, with a mark where it has none and `mayMend`; its references become exact. */
  #close(mayMend: boolean): void {
    const sentence = this.#sentence
    this.#sentence = null
    if (!sentence) return
    const { plain, refs } = sentence
    if (mayMend && refs.size === 0 && sentence.range && !/^[#|]/u.test(plain) && !isLabel(plain)) {
      const passage = this.mend(plain.replace(lineMarker, ''))
      if (passage !== null) {
        this.#mended += 1
        this.#cite(passage, sentence, ' ')
      }
    }
    this.#end(sentence)
    const { range } = sentence
    if (!range) return
    this.#before = range
    for (const [passage, place] of refs) {
      const known = this.#refs[place]
      if (known) this.#refs[place] = this.#ref(known.number, passage, range, plain)
    }
  }

  /** Whether the sentence ended before this letter; models do not wrap lines, so a line ends it. */
  #endsBefore(character: string, { plain, marked, range }: Sentence): boolean {
    if (this.#space.includes('\n')) return true
    if (!range || stops.test(character) || closers.test(character)) return false
    const written = plain.trimEnd()
    const last = written.slice(-1)
    if (!stops.test(last) && !closers.test(last)) return false
    const gap = this.#space !== '' || marked ? ' ' : ''
    const probe = `${written.slice(-probed)}${gap}${character}`
    const spans = splitSentences(probe)
    return spans.length > 1 && spans.at(-1)?.start === probe.length - 1
  }

  /** Says the stops held back, which belong to `sentence`. */
  #end(sentence: Sentence | null): void {
    const held = this.#stops
    this.#stops = ''
    if (held === '') return
    this.#say(held)
    if (sentence?.range) sentence.range.end = this.#response.length
  }

  #flush(): void {
    this.#end(this.#sentence)
    if (this.#space !== '') this.#say(this.#space)
    this.#space = ''
  }

  #say(text: string): void {
    this.#response += text
    const last = this.#isOpen ? this.#said.pop() : undefined
    const content = (last?.content ?? '') + text
    this.#said.push({ content, citesNew: false, used: this.#numbers.size })
    this.#isOpen = true
  }

  #taken(): Said[] {
    const taken = this.#said
    this.#said = []
    this.#isOpen = false
    return taken
  }
}

/** A short line without a stop or a figure heads something, or signs it. */
function isLabel(plain: string): boolean {
  return plain.length <= longestLabel && !/[\d.!?。！？；…]/u.test(plain) && !lineMarker.test(plain)
}

function newSentence(): Sentence {
  return { range: null, plain: '', refs: new Map(), marked: false }
}
