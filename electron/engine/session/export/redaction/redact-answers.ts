import type { Evidence, Message, SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { themeTitle } from '@engine/pipeline/forms/overview/theme-sentences'
import type { Span } from '@engine/text/sentences/sentences'
import { exchangesOf } from '../../history/conversation'
import { SensitiveWords } from './sensitive-words'
import type { Edit } from './text-edits'

/** The beginning of an answer, up to behind where its first sensitive words begin. */
interface ToldLine {
  /** The whole answer with single spaces. */
  readonly line: string
  readonly from: number
}

/** Which answers rest on sensitive passages, and where else in a record the same answers stand. */
export class RedactedAnswers {
  readonly #edits = new Map<Message, Edit[]>()
  /** Names of themes that sensitive passages speak of, as they are and as answers write them. */
  readonly #titles = new Set<string>()
  /** Of each answer as it reads; several turns may have answered alike. */
  readonly #byText = new Map<string, Edit[]>()
  /** The model calls those answers came from, by id. */
  readonly #calls = new Set<string>()
  readonly #lines: ToldLine[] = []
  readonly #texts: ReadonlySet<string>

  constructor(
    context: SessionContext,
    private readonly sensitive: ReadonlySet<string>,
    private readonly marker: string,
  ) {
    const { messages, model_usage: usage = [] } = context.session
    this.#texts = new Set(messages.map(({ content }) => content))
    if (sensitive.size === 0) return
    const traces = new Map(
      exchangesOf(context).flatMap(({ answer, trace }) => (answer ? [[answer, trace] as const] : [])),
    )
    for (const message of messages) this.#find(message, traces.get(message))
    const turns = new Set([...this.#edits.keys()].map(({ turn_id }) => turn_id))
    for (const { model_usage_id: id, turn_id: turn, stage } of usage) {
      if (turn !== undefined && turns.has(turn) && stage === 'answer') this.#calls.add(id)
    }
  }

  /** What is said from sensitive passages. */
  said(): string[] {
    const words = [...this.#edits].flatMap(([{ content }, edits]) =>
      edits.flatMap((edit) => this.#wordsAt(content, edit)),
    )
    return [...words, ...this.#titles]
  }

  /** What goes from a message; all of it where nothing tells which part is from a sensitive passage. */
  editsOf(message: Message): readonly Edit[] {
    return this.#edits.get(message) ?? []
  }

  /** What goes from evidence that is such an answer; all of it where it says the same in other words. */
  outputEdits({ type, content = '', links }: Evidence): readonly Edit[] {
    if (type !== 'llm_output') return []
    const known = this.#byText.get(content)
    if (known) return known
    const isOther = !this.#calls.has(links?.model_usage_id ?? '') || this.#texts.has(content)
    return isOther || content === '' ? [] : [{ start: 0, end: content.length, text: this.marker }]
  }

  /** What goes from a prompt's block (`Q: …` and `A: …`) or a summary (`– …`, a line each) that repeats such answers. */
  repeatedEdits(text: string): Edit[] {
    if (this.#lines.length === 0) return []
    return [...text.matchAll(/^(?:A: *([^]*)|– *(.*))$/gmu)].flatMap((match) => {
      const told = match[1] ?? match[2] ?? ''
      const end = match.index + match[0].length
      return this.#isTold(told) ? [{ start: end - told.length, end, text: this.marker }] : []
    })
  }

  #find(message: Message, trace: TurnTrace | undefined): void {
    const { content } = message
    const placed = (trace?.refs ?? []).filter((ref) => this.sensitive.has(ref.evidence_id))
    const ids = new Set(placed.map((ref) => ref.evidence_id))
    const isWhole = message.refs?.some(({ evidence_id: id }) => this.sensitive.has(id) && !ids.has(id)) === true
    const themes = trace ? this.#themesIn(content, trace) : []
    const quoted = placed.map(({ response_start: start, response_end: end }) => ({ start, end }))
    const columns = placed.length > 0 && trace ? columnsIn(content, trace) : []
    const edits = (isWhole ? [{ start: 0, end: content.length }] : [...quoted, ...themes, ...columns])
      .map(({ start, end }) => ({ start, end: Math.min(end, content.length), text: this.marker }))
      .filter(({ start, end }) => end > start)
    if (edits.length === 0) return
    this.#edits.set(message, edits)
    this.#byText.set(content, [...(this.#byText.get(content) ?? []), ...edits])
    const open = edits.filter((edit) => this.#wordsAt(content, edit).length > 0).map(({ start }) => start)
    if (open.length > 0) {
      const before = content.slice(0, Math.min(...open))
      this.#lines.push({ line: inOneLine(content), from: inOneLine(before).length })
    }
  }

  /** Where the names of themes stand that sensitive passages speak of: they are made of names from these. */
  #themesIn(content: string, { basis }: TurnTrace): Span[] {
    const themes = basis?.overview?.themes ?? []
    const titles = themes
      .filter(({ sentences }) => sentences.some(({ evidence_id: id }) => this.sensitive.has(id)))
      .flatMap(({ title }) => [title, themeTitle(title)])
      .filter((title) => title.trim() !== '')
    if (titles.length === 0) return []
    const words = new SensitiveWords(this.marker)
    for (const title of titles) {
      words.addName(title)
      this.#titles.add(title)
    }
    // What a line is called goes whatever it is, be it a sign that is no word.
    const heads = titles.flatMap((title) => placesOf(`**${title}**`, content))
    return [...heads.map(({ start, end }) => ({ start: start + 2, end: end - 2 })), ...words.derivedCopies(content)]
  }

  /** None where they were left out already. */
  #wordsAt(content: string, { start, end }: Edit): string[] {
    const words = content.slice(start, end)
    return words === this.marker ? [] : [words]
  }

  /** Whether a text is such an answer or its beginning, as far as something sensitive. */
  #isTold(text: string): boolean {
    const told = inOneLine(text).replace(/(?:…|\.{3})$/u, '')
    return this.#lines.some(({ line, from }) => told.length > from && line.startsWith(told))
  }
}

/** Where the name of a column stands whose rows were compared: it is the table's own word. */
function columnsIn(content: string, { basis }: TurnTrace): Span[] {
  const column = basis?.extreme?.column ?? ''
  const named = column === '' ? [] : placesOf(`“${column}”`, content)
  return named.map(({ start, end }) => ({ start: start + 1, end: end - 1 }))
}

function inOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

function placesOf(words: string, text: string): Span[] {
  const places: Span[] = []
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
    places.push({ start: at, end: at + words.length })
  }
  return places
}
