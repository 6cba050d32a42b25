import type { z } from 'zod'
import type { Language } from '@engine/text/language'
import type { ToolGrant } from './consent/tool-grant'

/** The same words in both languages. */
export type Bilingual = Readonly<Record<Language, string>>

/** A question, or one part of a compound one, as a tool reads it. */
export interface ToolQuestion {
  readonly text: string
  readonly language: Language
  /** Milliseconds since the epoch. */
  readonly now: number
  /** IANA name of the user's time zone. */
  readonly timeZone: string
  /** Whether a document is among those that are asked; absent where all are. */
  readonly isAsked?: ((documentId: string) => boolean) | undefined
}

/** What a tool makes of a question by rules. */
export type ToolReading<Args> =
  | {
      readonly is: 'arguments'
      readonly args: Args
      /** 0 to 1: how surely the question is for this tool with just these arguments. */
      readonly confidence: number
    }
  | {
      readonly is: 'missing'
      /** The argument that the question does not say, as the schema names it. */
      readonly argument: string
      /** The question back to the user, one sentence. */
      readonly ask: string
      /** Whole questions that each say the missing value; empty where there are no few to choose from. */
      readonly choices: readonly { readonly label: string; readonly question: string }[]
      readonly confidence: number
    }

/** How a tool is called. */
export interface ToolContext extends Pick<ToolQuestion, 'language' | 'now' | 'timeZone'> {
  readonly signal: AbortSignal
  /** For a tool of another program: what the user allowed, this one call. Without it such a tool does not run. */
  readonly grant?: ToolGrant | undefined
  /** Told how far a long run is: steps done, of how many (null where that is not known), and a few words. */
  readonly progress?: ((done: number, total: number | null, words: string) => void) | undefined
}

/** A place in a document that a result rests on: half-open characters of the document's extracted text. */
export interface ToolSource {
  readonly documentId: string
  readonly start: number
  readonly end: number
  /** How people name the place ("Sheet1!B2:D9"); absent where the document says it by page or heading. */
  readonly place?: string | undefined
}

export interface ResultTable {
  readonly columns: readonly string[]
  /** As shown, one string a cell; a row's source is where its figures stand, absent for a row that was worked out of many. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly source?: ToolSource | undefined }[]
  /** Rows there are; more than `rows` where the table was cut. */
  readonly total: number
}

export interface ToolResult {
  /** The answer in the asked language: one sentence or a few, without a table. */
  readonly text: string
  /** The same as data, for other programs and for the record. */
  readonly data: Readonly<Record<string, unknown>>
  readonly table?: ResultTable | undefined
  /** What the text rests on; the rows of the table have their own. */
  readonly sources: readonly ToolSource[]
  /** What was left out or must be known to read it rightly, in the asked language; each one sentence. */
  readonly notes: readonly string[]
  /** How it was worked out, for who wants to see it: SQL, a formula. */
  readonly workings?: string | undefined
}

/**
 * A tool. Its name is stable and in snake_case; `run` throws CairnError INVALID_INPUT, TOOL_UNAVAILABLE, TOOL_FAILED or
 * DEADLINE_EXCEEDED, and never returns data it did not work out or get from somewhere it names.
 */
export interface Tool<Args = unknown> {
  readonly name: string
  /** Rises when the same arguments may give another result. */
  readonly version: string
  readonly title: Bilingual
  readonly description: Bilingual
  /** Whether it looks up in documents what a question names: a bare name, as in “and BM25?”, does not say what is asked of it. */
  readonly looksUp?: boolean | undefined
  /** Arguments; its JSON Schema is what models and other programs see. */
  readonly args: z.ZodType<Args>
  /** Questions it is for, with the arguments they say; at least two in each language. A test reads them all. */
  readonly examples: readonly { readonly question: string; readonly args: Args }[]
  /** It asks the network: off until the user allows it, which it then says itself. */
  readonly needsNetwork?: boolean
  /** Milliseconds one run may take. */
  readonly limitMs: number
  /**
   * Makes ready what reading this question needs and does not have yet, such as tables of documents that were just added. Waited for a few
   * seconds before the turn's stages begin; absent where nothing is ever needed.
   */
  prepare?(question: ToolQuestion, signal: AbortSignal): Promise<void>
  /** Reads a question by rules; null where the question is not for this tool. Must be quick: every question is read. */
  read(question: ToolQuestion, signal: AbortSignal): Promise<ToolReading<Args> | null> | ToolReading<Args> | null
  /** What a model that fills in the arguments must know besides their schema, such as the tables there are; absent for nothing. */
  briefing?(question: ToolQuestion): Promise<string> | string
  /** Whether arguments of the right form name what there is, such as columns; absent where their form says all. Never throws. */
  fits?(args: Args): boolean
  run(args: Args, context: ToolContext): Promise<ToolResult>
}
