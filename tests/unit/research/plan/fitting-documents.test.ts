import { expect, test } from 'vitest'
import { makePlan } from '@engine/research/plan/make-plan'
import { fakeLanguageModels } from '../../../fakes/language-models'
import { planRooms } from './planning-library'

const goal = 'How do visitors register, and what are visitors not allowed to do?'

async function titlesShown(documentsOn?: (text: string) => readonly string[]) {
  const models = fakeLanguageModels({ scripts: { answer: ['{}'] } })
  const found = documentsOn && ((text: string) => Promise.resolve(documentsOn(text)))
  const rooms = { ...planRooms(), models, clock: () => 0, documentsOn: found }
  await makePlan({ planId: 'p1', goal }, rooms, new AbortController().signal)
  const [, listed = ''] = (models.asked[0]?.messages[0]?.content ?? '').split('\n\n')
  return listed.split('\n').slice(1)
}

// Would catch a model that plans without the document that answers, because its title says nothing of it.
test('documents that hold what is asked stand before others, behind those whose titles fit', async () => {
  const byTitle = await titlesShown()
  const last = byTitle.at(-1)?.replace(/^\d+\. /u, '') ?? ''
  const ids = planRooms().library.records()
  const id = ids.find(({ title }) => title !== '' && last.includes(title))?.id ?? ''
  const asked: string[] = []
  const shown = await titlesShown((text) => {
    asked.push(text)
    return [id, 'gone']
  })
  expect(shown).toHaveLength(byTitle.length)
  expect(shown.findIndex((line) => line.endsWith(last))).toBe(Math.min(4, byTitle.length - 1))
  expect(asked[0]).toBe(goal)
  expect(asked.length).toBeGreaterThan(1)
})
