import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

const cases = [
  { language: 'en', locale: 'en-US', colorScheme: 'light', question: 'What do the documents say about the Hydra P3?' },
  { language: 'zh', locale: 'zh-CN', colorScheme: 'dark', question: '石屋里有什么？' },
] as const

for (const { language, locale, colorScheme, question } of looks(cases, 1)) {
  test.describe(`how a question is asked, ${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, withSharedSample: true })

    test('with another search of the graph for this chat, or for all, by keyboard', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say } = someone
      const menu = (mode: string) =>
        page.getByRole('button', { name: say('chat:graph.label', { mode: say(`chat:graph.mode.${mode}`) }) })
      await menu('auto').focus()
      await page.keyboard.press('Enter')
      const themes = page.getByRole('menuitemradio', { name: say('chat:graph.mode.global') })
      await expect(themes).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await themes.focus()
      await page.keyboard.press('Enter')
      await expect(menu('global')).toBeVisible()
      await someone.ask(question)
      await someone.answered(someone.turn(question))
      // The choice went with the chat, and the next new chat has none.
      await expect(menu('global')).toBeVisible()
      await page.reload()
      await expect(menu('global')).toBeVisible()
      await someone.button('app:newChat').click()
      await expect(menu('auto')).toBeVisible()

      await someone.goTo('settings')
      await page.getByRole('combobox', { name: say('settings:answers.graph'), exact: true }).click()
      await page.getByRole('option', { name: say('settings:answers.graphMode.off') }).click()
      await someone.goTo('chat')
      await expect(menu('off')).toBeVisible()
    })

    test('only in documents of a format and of days that are written out', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say } = someone
      await someone.composer.fill('#pdf')
      await page.getByRole('option', { name: /PDF/u }).first().click()
      await someone.composer.pressSequentially('#2020..2035-06')
      const days = page.getByRole('option').first()
      await expect(days).toContainText(/2035/u)
      await page.keyboard.press('Enter')
      const limits = page.getByRole('list', { name: say('chat:scope.label') })
      await expect(limits.getByRole('button', { name: /PDF|2035/u })).toHaveCount(2)
      await someone.ask(question)
      await expect(someone.turn(question)).toBeVisible()
      await expect(limits.getByRole('button', { name: /PDF|2035/u })).toHaveCount(2)
    })
  })
}
