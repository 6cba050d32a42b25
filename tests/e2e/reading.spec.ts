import type { Locator, Page } from '@playwright/test'
import { looks } from '../rounds'
import { expect, test } from './cairn'
import { person } from './steps'

const cases = [
  { language: 'en', locale: 'en-US', file: 'annual-report-2024.pdf' },
  { language: 'zh', locale: 'zh-CN', file: '冬季安全手册.pdf' },
] as const

/** Left, top and width of each control in the toolbar of a document, pixels. */
async function places(toolbar: Locator): Promise<string[]> {
  return toolbar.evaluate((bar) =>
    [...bar.querySelectorAll('button, input')].map((control) => {
      const { left, top, width } = control.getBoundingClientRect()
      return [left, top, width].map(Math.round).join(' ')
    }),
  )
}

async function lastPage(page: Page, field: Locator): Promise<void> {
  const count = /\d+/u.exec((await field.locator('..').textContent()) ?? '')?.[0] ?? ''
  expect(Number(count)).toBeGreaterThan(1)
  await field.fill(count)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(count)
}

for (const { language, locale, file } of looks(cases, 1)) {
  test.describe(`reading, ${language}`, () => {
    test.use({ locale, withSample: true })

    // Would catch a button that runs away from the pointer when the page turns, the outline opens or the text is searched.
    test('outline, search and page number keep their places', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say, button } = someone
      await someone.goTo('library')
      await someone.row(file).dblclick()
      const toolbar = page.getByRole('toolbar', { name: say('viewer:tools') })
      const field = page.getByRole('textbox', { name: say('viewer:goToPage') })
      await expect(field).toHaveValue('1')
      await expect(page.locator('canvas').first()).toBeVisible()
      const before = await places(toolbar)
      expect(before.length).toBeGreaterThan(5)

      await lastPage(page, field)
      expect(await places(toolbar)).toEqual(before)
      await button('viewer:outline').click()
      await expect(page.getByRole('navigation', { name: say('viewer:outline') })).toBeVisible()
      expect(await places(toolbar)).toEqual(before)
      await button('viewer:find').click()
      const words = page.getByRole('textbox', { name: say('viewer:find') })
      await words.fill(language === 'en' ? 'the' : '雪')
      await expect(page.locator('[data-mark="current"]').first()).toBeInViewport()
      expect(await places(toolbar)).toEqual(before)
      // What was open stays open when the text is larger; only the percentage may move what stands after it.
      await button('viewer:zoomIn').click()
      await expect(page.getByRole('navigation', { name: say('viewer:outline') })).toBeVisible()
      expect((await places(toolbar)).slice(0, 4)).toEqual(before.slice(0, 4))
    })
  })
}
