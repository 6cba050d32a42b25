import { serverModelId } from '@engine/inference/loopback/loopback-models'
import { looks } from '../rounds'
import { OpenAiServer } from '../fakes/openai-server'
import { expect, test as base } from './cairn'
import { person } from './steps'

/** The library of the sample collection, and a language model on a server of the same machine. */
const test = base.extend<{ server: OpenAiServer }>({
  server: async ({}, use) => {
    const server = await OpenAiServer.start()
    server.behaviour = { kind: 'silent' }
    await use(server)
    await server.close()
  },
  modelSettings: async ({ server }, use) => use({ language: serverModelId(server.url, 'tiny') }),
})

test.setTimeout(180_000)

for (const { language, locale, colorScheme } of looks(
  [
    { language: 'en', locale: 'en-US', colorScheme: 'light' },
    { language: 'zh', locale: 'zh-CN', colorScheme: 'dark' },
  ] as const,
  1,
)) {
  test.describe(`${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, withSample: true })

    // Would catch a card that waits for the model, one that shows what no passage says, and a call nobody waits for any more.
    test('a community is read at once, and a model sums it up from its passages', async ({ cairn, server }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say } = someone
      await someone.goTo('graph')
      await page.getByRole('tab', { name: say('graph:lists.communities') }).click({ timeout: 60_000 })
      const first = page
        .getByRole('list', { name: say('graph:lists.communities') })
        .getByRole('button')
        .first()
      const card = page.getByRole('article', { name: say('graph:community.label') })
      await first.click()
      await expect(card.getByRole('status')).toHaveText(say('graph:community.writing', { model: 'tiny' }))
      const passage = card.getByTitle(say('graph:passage')).first()
      const own = (await passage.locator('bdi').first().textContent()) ?? ''
      const [sentence = ''] = /^.{20,}?[.。]/u.exec(own) ?? []
      expect(sentence).not.toBe('')
      const made = 'Seven penguins from Lisbon run it on lemonade.'
      server.behaviour = {
        kind: 'answer',
        words: [JSON.stringify({ title: 'Seven Penguins of Lisbon', summary: `${sentence} ${made}` }), ' '],
        // Long enough for the word that somebody writes.
        paceMs: 1500,
      }
      // A call that has not come to the server cannot be left.
      await server.asked(1)
      await card.getByRole('button', { name: say('graph:back') }).click()
      await expect.poll(() => server.left).toBe(1)
      await first.click()
      const written = card.getByRole('region', { name: say('graph:community.by', { model: 'tiny' }) })
      await expect(written.getByRole('paragraph').first()).toHaveText(sentence)
      await expect(card).not.toContainText('enguins')
      await expect(passage).toBeVisible()
      await expect(card.getByRole('status')).toHaveText(say('graph:community.by', { model: 'tiny' }))
    })
  })
}
