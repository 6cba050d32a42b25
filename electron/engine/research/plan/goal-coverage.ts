import type { PlanSpec } from '@shared/research/plan-spec'
import { papersIn } from '@engine/question/goal/goal-papers'
import { aspectsIn } from '@engine/question/goal/goal-words'
import { readGoal, wordsOfGoal } from '@engine/question/goal/research-goal'
import { analyse } from '@engine/text/analyse'

/** Words of the goal that no task and no heading speaks of, as the goal writes them; what only asks for an answer needs no task. */
export function termsNotCovered({ goal, language, tasks, sections, scope }: PlanSpec): string[] {
  const { words, aspects } = wordsOfGoal(goal, language)
  const texts = tasks.map(({ description, subject = '', aspect = '', call }) => {
    return [description, subject, aspect, ...(call ? [JSON.stringify(call.args)] : [])].join('\n')
  })
  const text = [...texts, ...sections.map(({ heading }) => heading)].join('\n').normalize('NFKC')
  const terms = new Set(analyse(text))
  // Where it is looked up and, with documents named, what is compared may be said by the scope: "the three reports".
  const isByScope = [scope, ...tasks.map((task) => task.scope)].some((one) => one?.documents !== undefined)
  const sources = papersIn(goal, language).filter(({ isSource }) => isSource || isByScope)
  const sides = isByScope ? readGoal(goal, language).sides : []
  const papers = [...sources.map(({ written }) => written), ...sides].join('\n')
  const isSaid = (word: string) => text.includes(word) || analyse(word).every((term) => terms.has(term))
  const told = new Set((['en', 'zh'] as const).flatMap((one) => aspectsIn(text, one)).map(({ kind }) => kind))
  const missing = words.filter((word) => !isSaid(word) && !papers.includes(word))
  const untold = aspects.filter(
    ({ kind, text: phrase }) => !told.has(kind) && !isSaid(phrase) && !papers.includes(phrase),
  )
  return [...new Set([...missing, ...untold.map(({ text: phrase }) => phrase)])]
}
