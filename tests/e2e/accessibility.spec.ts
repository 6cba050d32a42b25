import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { modelOwner } from './model-steps'
import { person } from './steps'
import { writeTeller } from './tiny-models'

// Six views on a busy machine, one of them with a model that has to be looked into.
test.setTimeout(180_000)

const cases = [
  { language: 'en', locale: 'en-US', colorScheme: 'light', question: 'How long does the cable car take?' },
  { language: 'zh', locale: 'zh-CN', colorScheme: 'dark', question: '奥里尔湖的最大水深是多少？' },
] as const

for (const { language, locale, colorScheme, question } of cases) {
  test.describe(`${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, withSample: true })

    // Would catch a control without a name, text too pale to read, a wrong role.
    test('axe finds nothing serious in any view', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      await expect(someone.composer).toBeVisible()
      expect(await seriousFindings(page), 'empty chat').toEqual([])
      await someone.ask(question)
      const turn = someone.turn(question)
      await someone.answered(turn)
      expect(await seriousFindings(page), 'answer').toEqual([])
      await someone.citations(turn).first().click()
      await expect(
        page
          .getByRole('toolbar')
          .or(page.getByText(someone.say('viewer:find')))
          .first(),
      ).toBeAttached()
      expect(await seriousFindings(page), 'document').toEqual([])
      await someone.goTo('library')
      expect(await seriousFindings(page), 'library').toEqual([])
      await someone.goTo('settings')
      expect(await seriousFindings(page), 'settings').toEqual([])
      const owner = modelOwner(page, language)
      await owner.goTo('models')
      await owner.addByPath(await writeTeller(cairn.folder), 'teller')
      await owner.choose('language', 'teller')
      await owner.section('advanced').getByText(owner.say('models:advanced.open')).click()
      // All of it on the screen: what is scrolled away has no name and no colour to axe.
      await page.setViewportSize({ width: 1280, height: 9000 })
      await expect(owner.section('catalogue').getByRole('listitem').last()).toBeVisible()
      expect(await seriousFindings(page), 'models').toEqual([])
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.keyboard.press('ControlOrMeta+k')
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await seriousFindings(page), 'palette').toEqual([])
    })
  })
}

test.describe('a table in an answer, dark', () => {
  test.use({ colorScheme: 'dark', withSharedSample: true })

  test('axe finds nothing serious', async ({ cairn }) => {
    const someone = person(cairn.page)
    const question = 'Compare the Hydra P3 and the Siskin R80.'
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    await expect(turn.getByRole('table')).toBeVisible()
    expect(await seriousFindings(cairn.page)).toEqual([])
  })
})

test('axe finds nothing serious on the welcome screen', async ({ cairn }) => {
  await expect(person(cairn.page).button('welcome:sample')).toBeVisible()
  expect(await seriousFindings(cairn.page)).toEqual([])
})

test.describe('a small window, or one at twice the size', () => {
  test.use({ withSharedSample: true })

  // Would catch a field that only its explanation names once its name is scrolled away.
  test('axe finds nothing serious in any view', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    for (const view of ['library', 'research', 'notes', 'graph', 'evaluation', 'models', 'settings'] as const) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await someone.goTo(view)
      await page.setViewportSize({ width: 640, height: 400 })
      const rightEdge = () => page.getByRole('main').evaluate((main) => Math.round(main.getBoundingClientRect().right))
      await expect.poll(rightEdge).toBeLessThanOrEqual(640)
      expect(await seriousFindings(page), view).toEqual([])
    }
    // The last view is there as a whole, and the name of a field leads into it.
    const name = someone.say('settings:answers.passages')
    await page.getByText(name, { exact: true }).click()
    await expect(page.getByRole('textbox', { name, exact: true })).toBeFocused()
    await page.getByRole('heading', { level: 2 }).first().scrollIntoViewIfNeeded()
    expect(await seriousFindings(page)).toEqual([])
  })
})
