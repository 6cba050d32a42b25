import type { Clarification } from '@shared/research/plan-spec'
import { type PaperPhrase, periodsIn } from '@engine/question/goal/goal-papers'
import { type ResearchGoal, wordsOfGoal } from '@engine/question/goal/research-goal'
import { analyse } from '@engine/text/analyse'
import { byAge, labelsOf, ofPeriods, type PaperFinder, type PlanDocument, withoutEdition } from './find-papers'
import { askingBack, together } from './plan-words'

/** What a plan compares or relates: documents, or a thing that any document may speak of. */
export interface PlanSubject {
  readonly label: string
  /** Ids; null for a thing. */
  readonly documents: readonly string[] | null
  /** Whether they can be read from beginning to end in one task. */
  readonly isShort?: boolean
}

/** Longer documents are searched, in chunks. */
const mostRead = 120

/** What a goal is about in this library. */
export interface GoalSubjects {
  readonly subjects: readonly PlanSubject[]
  /** What it asks of them; empty where nothing is said but which documents are meant. */
  readonly topic: string
  /** The documents that the goal names. */
  readonly documents: readonly PlanSubject[]
  /** Ids of the documents that may be looked into; null for any. */
  readonly scope: readonly string[] | null
  readonly clarifications: readonly Clarification[]
}

/** Answers to questions back by their id; empty for one that was passed over. */
export type GoalAnswers = Readonly<Record<string, string>>

/** More documents than these are asked about before each becomes a side of its own. */
const mostUnasked = 6
/** Most options of a question back. */
const mostOptions = 6
/** Longest name of a subject, in UTF-16 units. */
const longestLabel = 200
/** More questions back are a form to fill in. */
const mostQuestions = 2

/** Finds in the library what a goal speaks of, and asks where that is not clear. */
export function subjectsOf(goal: ResearchGoal, finder: PaperFinder, answers: GoalAnswers): GoalSubjects {
  const asking = new Asking(goal, finder, answers)
  const topic = withoutPapers(goal)
  const sides = asking.sides()
  // What is connected or explained may stand anywhere, whichever document the goal speaks of.
  const isAnywhere = topic !== '' && (goal.type === 'relational' || goal.type === 'analytical')
  const papers = isAnywhere || (goal.sides.length > 0 && goal.type === 'comparative') ? [] : asking.papers()
  const isCompared = goal.type === 'comparative'
  const given = isCompared && sides.length < 2 ? papers.flat().map((one) => asking.subjectOf([one])) : []
  const subjects = distinct(sides.length > 1 ? sides : given)
  const joined = isCompared && subjects.length === 1 ? asking.withOther(subjects[0]) : subjects
  const named = [...papers.flat().map(({ id }) => id), ...joined.flatMap(({ documents }) => documents ?? [])]
  // A thing beside a document may stand anywhere.
  const isBound = named.length > 0 && joined.every(({ documents }) => documents !== null)
  return {
    subjects: joined,
    topic,
    documents: distinct(papers.flat().map((one) => asking.subjectOf([one]))),
    scope: isBound ? [...new Set(named)] : null,
    clarifications: asking.clarifications.slice(0, mostQuestions),
  }
}

/** What a goal is about besides the documents it names: "visitors" of "visitors in the handbook". */
function withoutPapers({ focus, papers, language }: ResearchGoal): string {
  const sources = papers.filter(({ isSource }) => isSource)
  const names = sources.map(({ written, name }) => `${written} ${name}`).join('\n')
  const terms = new Set(analyse(names))
  const isOfName = (text: string) => names.includes(text) || analyse(text).every((term) => terms.has(term))
  const said = wordsOfGoal(focus, language)
  const words = said.words.filter((word) => !isOfName(word))
  const aspects = said.aspects.filter(({ text }) => !isOfName(text))
  // A name that the dictionary does not know is taken apart into characters, which are no words: 鹰坳站.
  const isName = sources.length === 0 && unknownName.test(focus)
  return words.length === 0 && aspects.length === 0 && !isName ? '' : focus
}

const unknownName = /^\p{Script=Han}{2,8}$/u

function distinct(subjects: readonly PlanSubject[]): readonly PlanSubject[] {
  const byKey = new Map<string, PlanSubject>()
  for (const one of subjects) {
    const key = one.documents?.join(' ') ?? one.label.toLowerCase()
    if (!byKey.has(key)) byKey.set(key, one)
  }
  return [...byKey.values()]
}

class Asking {
  readonly clarifications: Clarification[] = []
  readonly #labels: ReadonlyMap<string, string>

  constructor(
    private readonly goal: ResearchGoal,
    private readonly finder: PaperFinder,
    private readonly answers: GoalAnswers,
  ) {
    this.#labels = labelsOf(finder.documents)
  }

  /** The documents of each kind that something is asked of, and of those that are named whole. */
  papers(): readonly (readonly PlanDocument[])[] {
    const ofKinds = this.goal.papers
      .filter(({ isSource }) => isSource)
      .map((paper) => this.#chosen(paper, this.finder.meantBy(paper)))
    const found = ofKinds.filter(({ length }) => length > 0)
    return found.length > 0 ? found : [this.finder.namedIn(this.goal.written)]
  }

  /** What is compared or related: documents where all sides are, else things that any document may speak of. */
  sides(): readonly PlanSubject[] {
    const things = this.goal.sides.map((side) => ({ label: side.slice(0, longestLabel), documents: null }))
    if (this.goal.type !== 'comparative') return things
    const areAll = this.goal.sides.every((side) => this.#fitting(side).documents.length > 0)
    return areAll ? this.goal.sides.map((side) => this.#side(side)) : things
  }

  #side(text: string): PlanSubject {
    const { phrase, documents } = this.#fitting(text)
    const chosen = this.#chosen(phrase, documents)
    return { ...this.subjectOf(chosen), ...(chosen.length > 1 && { label: text.slice(0, longestLabel) }) }
  }

  #fitting(text: string) {
    const periods = periodsIn(text, this.goal.language)
    const bare = periods.reduce((rest, period) => rest.replace(period, ' '), text).trim()
    const paper = this.goal.papers.find(({ name }) => name !== '' && bare.toLowerCase().includes(name.toLowerCase()))
    const phrase = { written: text, name: bare, periods, count: null, isSeveral: false }
    return { phrase, documents: paper ? this.finder.meantBy(phrase) : this.finder.calledLike(phrase) }
  }

  subjectOf(documents: readonly PlanDocument[]): PlanSubject {
    const chunks = documents.reduce((sum, one) => sum + one.chunk_count, 0)
    return { label: this.#labelOf(documents[0]), documents: documents.map(({ id }) => id), isShort: chunks <= mostRead }
  }

  /** A comparison with one side: what it is compared with is asked; passed over, it is its other edition, or nothing. */
  withOther(subject: PlanSubject | undefined): readonly PlanSubject[] {
    if (!subject) return []
    const own = this.finder.documents.filter(({ id }) => subject.documents?.includes(id) ?? false)
    const edition = new Set(own.map(({ title, name }) => withoutEdition(title || name)))
    const others = this.finder.documents.filter((one) => !own.includes(one))
    const isEdition = (one: PlanDocument) => edition.has(withoutEdition(one.title || one.name))
    const likely = others.toSorted(
      (a, b) => Number(isEdition(b)) - Number(isEdition(a)) || likeness(b, own) - likeness(a, own),
    )
    const question = askingBack('compare_with', { subject: subject.label }, this.goal.language)
    const options = likely.slice(0, mostOptions).map((one) => this.#labelOf(one))
    const answer = this.#ask('compare_with', question, options)
    if (answer === '')
      return [
        subject,
        ...byAge(others.filter(isEdition))
          .slice(-1)
          .map((one) => this.subjectOf([one])),
      ]
    const documents = this.#answered(answer, this.finder.documents)
    return [
      subject,
      documents.length > 0 ? this.subjectOf(documents) : { label: answer.slice(0, longestLabel), documents: null },
    ]
  }

  /** Those that are meant, of all that fit: asked where the goal does not say it. */
  #chosen(
    { written, count, isSeveral }: Pick<PaperPhrase, 'written' | 'count' | 'isSeveral'>,
    fits: readonly PlanDocument[],
  ): readonly PlanDocument[] {
    const most = isSeveral ? (count ?? mostUnasked) : 1
    if (fits.length <= most) return fits
    const { language } = this.goal
    const all = isSeveral ? [askingBack('all_of_them', { count: fits.length }, language)] : []
    const labels = byAge(fits)
      .toReversed()
      .map((one) => this.#labelOf(one))
    const key = isSeveral ? 'which_documents' : 'which_document'
    const question = askingBack(key, { written, count: fits.length }, language)
    const answer = this.#ask(
      `which_${this.clarifications.length + 1}`,
      question,
      [...all, ...labels].slice(0, mostOptions),
    )
    const answered = this.#answered(answer, fits)
    return answered.length > 0 ? answered : isSeveral ? fits : newestEdition(fits)
  }

  /** The answer so far; empty for none, so that the plan is whole while it is waited for. */
  #ask(id: string, question: string, options: string[]): string {
    const answer = this.answers[id]?.trim() ?? null
    this.clarifications.push({ id, question, options, answer })
    return answer ?? ''
  }

  /** The documents whose labels stand in an answer, or whose names it means. */
  #answered(answer: string, documents: readonly PlanDocument[]): readonly PlanDocument[] {
    if (answer === '') return []
    const said = documents.filter((one) => answer.includes(this.#labelOf(one)))
    if (said.length > 0) return said
    const periods = periodsIn(answer, this.goal.language)
    if (periods.length > 0) return ofPeriods(documents, periods)
    const meant = new Set(this.finder.meantBy({ name: answer, periods }))
    return documents.filter((one) => meant.has(one))
  }

  #labelOf(document: PlanDocument | undefined): string {
    return (document && this.#labels.get(document.id)) ?? ''
  }
}

/** Of several editions of one document the newest; of different ones all. */
function newestEdition(documents: readonly PlanDocument[]): readonly PlanDocument[] {
  const names = new Set(documents.map(({ title, name }) => withoutEdition(title || name)))
  return names.size === 1 ? byAge(documents).slice(-1) : documents
}

/** How many words two documents' names share. */
function likeness({ title, name }: PlanDocument, others: readonly PlanDocument[]): number {
  const words = new Set(withoutEdition(title || name).split(' '))
  const shared = others.map((one) =>
    withoutEdition(one.title || one.name)
      .split(' ')
      .filter((word) => words.has(word)),
  )
  return Math.max(0, ...shared.map(({ length }) => length))
}

/** The subjects in one phrase. */
export function labelsTogether(subjects: readonly PlanSubject[], language: ResearchGoal['language']): string {
  return together(
    subjects.map(({ label }) => label),
    language,
  )
}
