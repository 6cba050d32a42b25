import { expect, test } from './cairn'
import { person } from './steps'

const question = 'When was the stone hut on Kestrel Col opened?'

test.describe('a chat on paper', () => {
  test.use({ withSharedSample: true, colorScheme: 'dark' })

  // Would catch a print of the first screen alone, one without sources, and light letters on white paper.
  test('holds every question and answer with its sources, and nothing to press', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const sources = turn.getByRole('region', { name: someone.say('chat:sources') })
    await expect(sources).toContainText('history-timeline.txt')
    await expect(sources.locator('blockquote').first()).toContainText('12 June 1968')
    await expect(someone.composer).toBeHidden()
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(turn.getByRole('button', { name: someone.say('chat:copyAnswer') })).toBeHidden()
    const [red = 255] = await turn.evaluate((article) =>
      [...getComputedStyle(article).color.matchAll(/\d+/gu)].map(Number),
    )
    expect(red).toBeLessThan(80)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await expect(sources).toBeHidden()
    await expect(someone.composer).toBeVisible()
  })
})
