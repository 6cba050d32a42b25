import { expect, test } from './cairn'
import { person } from './steps'

test.use({ withSharedSample: true })

test.describe('words in documents', () => {
  // Would catch a search that only knows names, a hit that opens the top of its document, and one that needs a pointer.
  test('are found from the library while one types, and opened at their place, by keyboard', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.goTo('library')
    const field = page.getByRole('textbox', { name: someone.say('library:filter.text') })
    await field.fill('cable ca')
    const texts = page.getByRole('button', { name: new RegExp(`^${someone.say('library:lookIn.texts')} \\d`, 'u') })
    await expect(texts).toHaveAttribute('aria-pressed', 'true')
    const hit = page.getByRole('region', { name: 'history-timeline.txt' }).getByRole('button')
    await expect(hit).toContainText('1983. The cable car was built.')
    await expect(hit.locator('mark')).toHaveText(['cable', 'car'])
    await field.press('Enter')
    await expect(page.locator('[data-row]:focus')).toContainText('cable car')
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await hit.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-mark="passage"]').first()).toContainText('The cable car was built.')
  })

  test('names come first where they have the words, and the texts are a key away', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.goTo('library')
    const field = page.getByRole('textbox', { name: someone.say('library:filter.text') })
    await field.fill('handbook')
    await expect(someone.row('station-handbook.md')).toBeVisible()
    await page.getByRole('button', { name: new RegExp(`^${someone.say('library:lookIn.texts')} \\d`, 'u') }).click()
    await expect(page.locator('[data-text-hits] mark').first()).toHaveText(/handbook/iu)
    await field.fill('zeppelin cable')
    await expect(page.getByText(someone.say('library:texts.some'))).toBeVisible()
    await field.press('Escape')
    await expect(someone.row('history-timeline.txt')).toBeVisible()
  })

  test('are found from the palette in Chinese', async ({ cairn }) => {
    const { page } = cairn
    await expect(person(page).button('app:newChat')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill('确认自身安全')
    const hit = palette.getByRole('option', { name: /确认自身安全，记住被埋者最后消失的位置/u })
    await expect(hit.locator('mark')).toHaveText('确认自身安全')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-mark="passage"]').first()).toBeVisible()
  })

  // Would catch sentences that end at the edge of the palette in the middle of a word.
  test('are shown in the palette as far as two lines go, and not cut off at its edge', async ({ cairn }) => {
    const { page } = cairn
    await expect(person(page).button('app:newChat')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill('cable car')
    const sentences = page.getByRole('option').locator('p[lang]')
    await expect(sentences.nth(3)).toBeVisible()
    const widths = await sentences.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
    expect(Math.max(...widths)).toBe(0)
  })
})

test.describe('filters of the library', () => {
  test('a year and a format reach the search and the chat, and a filter is saved', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.goTo('library')
    const menu = async (name: string, item: RegExp | string) => {
      const called = new RegExp(`^${someone.say(name)}(?:: .*)?$`, 'u')
      await page.getByRole('search').getByRole('button', { name: called }).click()
      await page
        .getByRole('menuitemradio', { name: item })
        .or(page.getByRole('menuitem', { name: item }))
        .first()
        .click()
    }
    await menu('library:filter.format', /^PDF/u)
    await expect(someone.row('annual-report-2024.pdf')).toBeVisible()
    await expect(someone.row('station-handbook.md')).toBeHidden()
    await page.getByRole('textbox', { name: someone.say('library:filter.text') }).fill('cable car')
    await expect(page.locator('[data-text-hits]').getByRole('region')).toHaveCount(1)
    await menu('library:saved.label', someone.say('library:saved.save'))
    await page.reload()
    await expect(someone.row('station-handbook.md')).toBeVisible()
    await menu('library:saved.label', /cable car/u)
    await expect(page.locator('[data-text-hits]').getByRole('region')).toHaveCount(1)
    await menu('library:filter.dates', someone.say('library:dates.choose'))
    await page.getByLabel(someone.say('library:dates.last')).fill('1970-01-02')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: someone.say('library:dates.submit') })
      .click()
    await expect(page.locator('[data-text-hits]').getByRole('region')).toHaveCount(0)
    await menu('library:saved.label', someone.say('library:saved.ask'))
    const limits = page.getByRole('list', { name: someone.say('chat:scope.label') })
    await expect(limits.getByRole('listitem').filter({ hasText: 'PDF' })).toBeVisible()
    await expect(limits.getByRole('listitem').filter({ hasText: '1970' })).toBeVisible()
    const question = 'When was the cable car built?'
    await someone.ask(question)
    await expect(someone.turn(question)).toContainText('1970')
    await someone.answered(someone.turn(question))
    await expect(someone.citations(someone.turn(question))).toHaveCount(0)
  })
})
