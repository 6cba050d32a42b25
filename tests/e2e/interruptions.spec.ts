import type { Locator } from '@playwright/test'
import { expect, inElectron, test } from './cairn'
import { person } from './steps'

/** What the answer begins with, and the question does not say. */
const begun = '10 of 18'
/** Its answer lists ten documents, so it is a long one. */
const question = 'How many documents mention the cable car?'

test.describe('an answer that is interrupted', () => {
  // One engine for all of them: it is gone through in order, by one worker.
  test.describe.configure({ mode: 'default' })
  // Slow enough to be met in the middle, fast enough to be waited for.
  test.use({ withSharedSample: true, cairnEnv: { CAIRN_TOKEN_PACE_MS: '25' } })

  test('stop keeps what was written and says so', async ({ cairn }) => {
    const someone = person(cairn.page)
    // An engine that has just started may not look through all documents in time while other tests start theirs.
    const before = 'How high is the hut?'
    await someone.ask(before)
    await someone.answered(someone.turn(before))
    await someone.ask(question)
    const turn = someone.turn(question)
    await expect(turn).toContainText(begun)
    await someone.button('chat:stop').click()
    await expect(turn).toContainText(someone.say('chat:cancelled.kept'))
    await expect(turn).toContainText(begun)
    // And it is in the record.
    await cairn.page.reload()
    await expect(turn).toContainText(someone.say('chat:cancelled.kept'))
  })

  test('a reload in the middle goes on with the same answer, whole and once', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    const turn = someone.turn(question)
    await expect(turn).toContainText(begun)
    await page.reload()
    await expect(turn).toContainText(begun)
    await someone.answered(turn)
    const after = await answerOf(turn)
    expect(after).toContain('Incident log')
    await page.reload()
    await someone.answered(turn)
    // What was pieced together from the stream is what the record has, once it is drawn.
    await expect.poll(() => answerOf(turn)).toBe(after)
  })

  test('an engine that is killed comes back, and what was written is kept', async ({ cairn }) => {
    test.skip(inElectron, 'In the window shell the engine is the main process.')
    test.skip(process.platform !== 'linux', 'Its process is found through /proc.')
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    const turn = someone.turn(question)
    await expect(turn).toContainText(begun)
    process.kill(await cairn.enginePid(), 'SIGKILL')
    await expect(page.getByText(someone.say('app:lost'))).toBeVisible()
    await expect(turn).toContainText(someone.say('chat:interrupted.kept'), { timeout: 30_000 })
    await expect(turn).toContainText(begun)
    expect(cairn.log()).toMatch(/engine/iu)
    await someone.ask('When was the stone hut on Kestrel Col opened?')
    await someone.answered(someone.turn('When was the stone hut on Kestrel Col opened?'))
  })

  test('two tabs get two answers at once, and each shows the chats of both', async ({ cairn, context }) => {
    test.skip(inElectron, 'The window shell has one window.')
    const { page, origin } = cairn
    const first = person(page)
    const other = await context.newPage()
    await other.goto(origin)
    const second = person(other)
    const questions = [question, 'When was the stone hut on Kestrel Col opened?'] as const
    await first.ask(questions[0])
    await second.ask(questions[1])
    await Promise.all([first.answered(first.turn(questions[0])), second.answered(second.turn(questions[1]))])
    for (const tab of [page, other]) {
      for (const title of ['How many documents', 'When was the stone hut']) {
        await expect(tab.getByRole('complementary').first().getByText(title)).toBeVisible()
      }
    }
  })
})

/** The answer without the machinery around it, which looks different once it is over. */
function answerOf(turn: Locator): Promise<string> {
  return turn.evaluate((article) => {
    const copy = article.cloneNode(true) as Element
    for (const group of copy.querySelectorAll('[role="group"]')) group.remove()
    return copy.textContent
  })
}
