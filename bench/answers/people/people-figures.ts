import { percentile, round } from '../../metrics'
import type { Given, PeopleOutcome } from './people-outcome'
import type { PromptFigures } from './prompt-evidence'

/** What became of questions, over all, by kind and by language. `asked`: a model stood by. */
export function peopleFigures(outcomes: readonly PeopleOutcome[], asked: boolean): Record<string, unknown> {
  const figures = asked ? figuresWithModel : figuresWithout
  const by = (name: (outcome: PeopleOutcome) => string) =>
    Object.fromEntries(
      [...new Set(outcomes.map(name))].map((value) => [value, figures(outcomes.filter((one) => name(one) === value))]),
    )
  return {
    ...figures(outcomes),
    by_kind: by(({ question }) => question.kind),
    by_language: by(({ question }) => question.language),
  }
}

function figuresWithout(outcomes: readonly PeopleOutcome[]) {
  const given = (wanted: Given) => outcomes.filter((outcome) => outcome.given === wanted).length
  return {
    questions: outcomes.length,
    answered: given('answered'),
    refused: given('refused'),
    asked_back: given('asked_back'),
    fixed: given('fixed'),
    failed: given('failed'),
    /** A stage was late or failed: with many of these the machine was too busy to measure on. */
    degraded: outcomes.filter(({ degraded }) => degraded.length > 0).length,
  }
}

function figuresWithModel(outcomes: readonly PeopleOutcome[]) {
  const reached = outcomes.filter(({ prompt }) => prompt !== null)
  const wanted = outcomes.filter(({ question }) => question.reach)
  const kept = wanted.filter(({ prompt }) => prompt === null)
  // Of what may be answered without a model no prompt is asked for.
  const keyed = outcomes.filter(({ question, prompt }) => question.key.length > 0 && (question.reach || prompt))
  const withKey = keyed.filter(({ missing }) => missing.length === 0)
  return {
    ...figuresWithout(outcomes),
    reached: reached.length,
    kept_wrongly: kept.length,
    kept_wrongly_share: share(kept.length, wanted.length),
    /** Of these a tool answered, which may be right: whether it is, is for somebody to look at. */
    kept_for_tool: kept.filter(({ byTool }) => byTool !== null).length,
    keyed: keyed.length,
    key_in_prompt: withKey.length,
    key_in_prompt_share: share(withKey.length, keyed.length),
    /** The same, over those that reached it. */
    key_in_prompt_share_of_reached: share(withKey.length, keyed.filter(({ prompt }) => prompt).length),
    understanding_calls: sum(outcomes.map(({ understandingCalls }) => understandingCalls)),
    asked_again: outcomes.filter(({ answerCalls }) => answerCalls > 1).length,
    prompt: sizes(reached.flatMap(({ prompt }) => prompt ?? [])),
  }
}

/** Means and medians over prompts. */
function sizes(prompts: readonly PromptFigures[]) {
  const of = (value: (prompt: PromptFigures) => number, digits: number) => {
    const values = prompts.map(value)
    return { mean: round(sum(values) / Math.max(1, values.length), digits), median: percentile(values, 50) }
  }
  return {
    passages: of(({ passages }) => passages, 1),
    documents: of(({ documents }) => documents, 1),
    characters: of(({ characters }) => characters, 0),
    tokens: of(({ tokens }) => tokens, 0),
  }
}

/** Null of nothing. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round(part / whole)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
