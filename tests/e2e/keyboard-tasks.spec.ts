import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from './cairn'
import { person } from './steps'

/** Goes there with Tab alone, as somebody without a mouse does; a control that Tab never reaches is what this would catch. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('a folder is watched, a document tagged, deleted and brought back, and a chat exported, with the keyboard alone', async ({
  cairn,
}) => {
  const { page, folder } = cairn
  const someone = person(page)
  const { say, button, row } = someone
  const { keyboard } = page
  const files = join(folder, 'station')
  await mkdir(files)
  await writeFile(join(files, 'pump.md'), '# Pump\n\nThe Zebrafinch pump moves 40 litres a minute.\n')
  await writeFile(join(files, 'gauge.md'), '# Gauge\n\nThe gauge at the bridge reads 7 bar.\n')
  await tabTo(button('welcome:skip'))
  await keyboard.press('Enter')
  await keyboard.press('ControlOrMeta+,')
  const path = page.getByRole('textbox', { name: say('settings:folders.path'), exact: true })
  await tabTo(path)
  await keyboard.type(files)
  await keyboard.press('Enter')
  const list = page.getByRole('list', { name: say('settings:folders.title') })
  await expect(list).toContainText(say('settings:folders.state.in_step'), { timeout: 60_000 })

  await tabTo(page.getByRole('navigation').getByRole('button', { name: say('app:library'), exact: true }))
  await keyboard.press('Enter')
  await expect(row('gauge.md')).toBeVisible()
  await tabTo(page.getByRole('grid'))
  await keyboard.press('Home')
  await keyboard.press('Space')
  await tabTo(button('library:act.tagsShort'))
  await keyboard.press('Enter')
  await keyboard.type('water')
  await keyboard.press('Enter')
  const save = page.getByRole('dialog').getByRole('button', { name: say('library:tags.submit'), exact: true })
  await tabTo(save)
  await keyboard.press('Enter')
  await expect(page.getByRole('grid').getByText('water').first()).toBeVisible()

  await page.getByRole('grid').focus()
  await keyboard.press('Home')
  await keyboard.press('Delete')
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await tabTo(button('library:trash.open'))
  await keyboard.press('Enter')
  await tabTo(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^(?:Bring|Restore|Put)/u })
      .first(),
  )
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await expect(row('gauge.md')).toBeVisible()
  await expect(row('pump.md')).toBeVisible()

  await keyboard.press('ControlOrMeta+l')
  const question = 'How many litres does the Zebrafinch pump move?'
  await keyboard.type(question)
  await keyboard.press('Enter')
  await someone.answered(someone.turn(question))
  await tabTo(button('exchange:menu.exportThis'))
  await keyboard.press('Enter')
  const download = page.waitForEvent('download')
  const dialog = page.getByRole('dialog')
  await tabTo(dialog.getByRole('button', { name: say('exchange:export.submit'), exact: true }))
  await keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.html$/u)
})
