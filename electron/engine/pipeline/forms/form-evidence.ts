import type { ThemeSentence } from './overview/theme-sentences'
import type { SurveyQuestion } from '@engine/question/forms/survey-question'
import type { ListedDocuments } from '@shared/events'
import type { Passage } from '@engine/retrieval/passage'
import type { OverviewReach } from './overview/overview-words'
import type { Reach } from './survey/survey-words'

/** What all documents hold about something, as far as it is shown. */
export interface LibrarySurvey extends SurveyQuestion {
  readonly reach: Reach
  /** The documents shown, best first. */
  readonly documents: readonly {
    readonly title: string
    readonly passages: readonly Passage[]
    /** How many documents have its text; absent in older records, for one. */
    readonly copies?: number | undefined
  }[]
  /** What the text was searched for, where documents are wanted. */
  readonly searched?: readonly string[] | undefined
  /** What all searched documents are, in the language of the answer; empty for all there are. */
  readonly limited?: string | undefined
  /** Names of documents that could not be searched, the first of them. */
  readonly unsearched?: readonly string[] | undefined
  /** All that match, for a window. */
  readonly groups?: ListedDocuments | undefined
}

export interface OverviewTheme {
  readonly title: string
  /** How many names belong to the theme, and how many documents speak of it. */
  readonly names: number
  readonly documents: number
  /** The sentences that say most about the theme, best first. */
  readonly sentences: readonly ThemeSentence[]
}

/** What the documents, or one of them, are about, as far as it is shown. */
export interface LibraryOverview {
  /** The topic asked about; null where the question is about everything. */
  readonly topic: string | null
  /** Weightiest first. */
  readonly themes: readonly OverviewTheme[]
  /** How many themes there are. */
  readonly total: number
  readonly reach: OverviewReach
  /** The title of the one document it is of, whose parts its themes then are; absent where it is of the library. */
  readonly document?: string | undefined
}
