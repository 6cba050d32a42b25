import { writeFile } from 'node:fs/promises'
import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { dropFiles } from './files'
import { person } from './steps'

const rates = (day: string) =>
  `<Cube><Cube time='${day}'><Cube currency='USD' rate='1.25'/><Cube currency='CNY' rate='8'/></Cube></Cube>`

for (const { language, locale, colorScheme, question, answer, dates } of looks(
  [
    {
      language: 'en',
      locale: 'en-US',
      colorScheme: 'light',
      question: '100 USD in EUR',
      answer: '80',
      dates: ['November 24, 2026', 'November 25, 2026'],
    },
    {
      language: 'zh',
      locale: 'zh-CN',
      colorScheme: 'dark',
      question: '100美元等于多少欧元？',
      answer: '80',
      dates: ['2026年11月24日', '2026年11月25日'],
    },
  ] as const,
  1,
)) {
  test.describe(`exchange rates, ${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme })

    // Would catch rates that a wrong file takes away, and a dropped file that ends up in the library.
    test('are chosen or dropped; a wrong file is said and leaves those before', async ({ cairn }, testInfo) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say } = someone
      const group = page.getByRole('group', { name: say('settings:tools.rates.title'), exact: true })
      const [day, wrong] = [testInfo.outputPath('eurofxref-daily.xml'), testInfo.outputPath('notes.csv')]
      await writeFile(day, rates('2026-11-24'))
      await writeFile(wrong, 'Name,Age\nA,1')
      await someone.skipWelcome()
      await someone.goTo('settings')
      await expect(group).toContainText(say('settings:tools.rates.none'))
      await group.locator('input[type=file]').setInputFiles(wrong)
      await expect(group.getByRole('alert')).toContainText(say('settings:tools.rates.refused'))
      await expect(group.getByRole('alert')).toContainText(say('settings:tools.rates.wrong.FORMAT_UNSUPPORTED'))
      // All of it on the screen: what is scrolled away has no name to axe.
      await page.setViewportSize({ width: 1280, height: 9000 })
      expect(await seriousFindings(page)).toEqual([])

      await group.locator('input[type=file]').setInputFiles(day)
      await expect(group).toContainText(say('settings:tools.rates.imported'))
      await expect(group).toContainText(say('settings:tools.rates.ofDay', { last: dates[0] }))
      await expect(group.getByRole('alert')).toBeHidden()
      await group.locator('input[type=file]').setInputFiles(wrong)
      await expect(group.getByRole('alert')).toContainText(say('settings:tools.rates.refusedKept', { last: dates[0] }))

      await writeFile(day, rates('2026-11-25'))
      await dropFiles(page, [day], `[role=group][aria-label="${say('settings:tools.rates.title')}"]`)
      await expect(group).toContainText(say('settings:tools.rates.ofDay', { last: dates[1] }))
      await page.reload()
      await expect(group).toContainText(say('settings:tools.rates.ofDay', { last: dates[1] }))
      await someone.goTo('library')
      await expect(page.getByText('eurofxref-daily.xml')).toHaveCount(0)

      await someone.goTo('chat')
      await someone.ask(question)
      const turn = someone.turn(question)
      await someone.answered(turn)
      await expect(turn).toContainText(answer)
    })
  })
}
