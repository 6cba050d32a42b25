import { setTimeout } from 'node:timers/promises'
import type { Engine } from '@engine/ports/engine-interface'

/** Resolves when every document is in the graph, which answers draw on. */
export async function whenMapped(engine: Engine): Promise<void> {
  for (;;) {
    const { building, documents } = engine.graph.state()
    if (!building && documents.total > 0 && documents.done === documents.total) return
    await setTimeout(200)
  }
}

/** On a busy machine a stage may run out of time, and then answers with less: that says nothing of the library. */
const tries = 5

/** Words and sources of each answer; undefined where a stage ran out of time at each try. */
export async function answersOf(engine: Engine, questions: readonly string[]): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = []
  for (const question of questions) answers.push(await answerInTime(engine, question))
  return answers
}

async function answerInTime(engine: Engine, question: string): Promise<string | undefined> {
  for (let n = 0; n < tries; n += 1) {
    const { shown, isWhole } = await answerOf(engine, question)
    if (isWhole) return shown
  }
  return undefined
}

/** Without ids of this run. `isWhole`: no stage ran out of time. */
export async function answerOf(engine: Engine, question: string): Promise<{ shown: string; isWhole: boolean }> {
  const shown: string[] = []
  let isWhole = true
  for await (const event of engine.askAside({ question, search_anyway: true })) {
    if (event.type === 'stage_end' && event.status === 'degraded') isWhole = false
    if (event.type === 'evidence')
      shown.push(...event.items.map((item) => JSON.stringify([item.document_id, item.document_name, item.text])))
    if (event.type === 'final') shown.push(event.response)
    if (event.type === 'error') shown.push(event.error.message)
  }
  return { shown: shown.join('\n'), isWhole }
}

/** `in_time`: how many were answered in time both times, which are those that are compared. `other`: the questions whose answers differ. */
export function compareAnswers(
  questions: readonly string[],
  first: readonly (string | undefined)[],
  second: readonly (string | undefined)[],
): { in_time: number; same: number; other: string[] } {
  const inTime = questions.flatMap((question, at) =>
    first[at] === undefined || second[at] === undefined ? [] : [{ question, isSame: first[at] === second[at] }],
  )
  const other = inTime.filter(({ isSame }) => !isSame).map(({ question }) => question)
  return { in_time: inTime.length, same: inTime.length - other.length, other }
}
