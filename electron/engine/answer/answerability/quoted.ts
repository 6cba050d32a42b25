/** A sentence that would be shown, and what tells what it is about without standing in it. */
export interface Quoted {
  readonly text: string
  /** Its heading and, of a table's row, the first row. */
  readonly about: string
  /** The whole passage, with its title. */
  readonly passage: string
}

/** Judges whether what would be shown gives one kind of answer; null for a question that does not ask for it. */
export type AnswerTypeCheck = (question: string) => ((quoted: readonly Quoted[]) => boolean) | null
