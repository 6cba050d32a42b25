import type { Field } from './kinds/record-fields'
import type { Range } from './marks'
import type { TableShape } from './table-cells'

/** One row of the virtual list that shows a text. Rows are in text order. */
export type TextRow = Range &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly isChapter?: boolean }
    | { readonly kind: 'paragraph' | 'list_item' | 'quote'; readonly joined: boolean }
    /** `context` is what the parser says of it, such as its language; often empty. */
    | { readonly kind: 'code'; readonly context: string; readonly joined: boolean }
    /** `isSpread`: too long for one row, each value is a paragraph. */
    | { readonly kind: 'fields'; readonly fields: readonly Field[]; readonly isSpread: boolean }
    | SlideRow
    | NotesRow
    | MailRow
    | CellRow
    | MembersRow
    | { readonly kind: 'lines'; readonly firstLine: number; readonly joined: boolean }
    | { readonly kind: 'page'; readonly page: number }
    | {
        readonly kind: 'table'
        readonly shape: TableShape
        readonly rows: readonly Range[]
        /** Whether the table begins with this row of the list. */
        readonly first: boolean
        readonly last: boolean
      }
  )

/** The heading above what the speaker says to a slide. */
export interface NotesRow {
  readonly kind: 'notes'
}

/** A slide of a presentation, or a part of one that holds very much. */
export interface SlideRow {
  readonly kind: 'slide'
  readonly number: number
  readonly isHidden: boolean
  /** The words `Slide 3`, which the card shows in the reader's language. */
  readonly numbered: Range
  /** Null where the slide has none. */
  readonly title: Range | null
  readonly rows: readonly TextRow[]
  /** Whether the slide begins, and ends, with this row of the list. */
  readonly first: boolean
  readonly last: boolean
}

/** The parts that only messages have. */
export type MailRow =
  /** An older mail: `depth` counts the mails around it. Its row stands as it would in a mail of its own. */
  | { readonly kind: 'quoted'; readonly depth: number; readonly row: TextRow }
  /** Whose words follow; `by` is empty where nobody says. */
  | { readonly kind: 'byline'; readonly says: 'quote' | 'sender' | 'message'; readonly by: Range }
  | { readonly kind: 'attachment'; readonly file: Range }

/** Code of a notebook, or what it put out. */
export interface CellRow {
  readonly kind: 'cell'
  readonly role: 'code' | 'output'
  /** Of the code; empty where it is not known. */
  readonly language: string
  readonly joined: boolean
}

/** Lines of minified JSON, which stand apart only here: `depth` says how far each is indented. */
export interface MembersRow extends Range {
  readonly kind: 'members'
  readonly lines: readonly (Range & { readonly depth: number })[]
}
