import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const texts = {
  en: {
    folder: 'station',
    question: 'How many litres does the pump in the boathouse move?',
    pump: '# Pump\n\nThe pump in the boathouse moves 40 litres a minute.\n',
    gauge: '# Gauge\n\nThe gauge at the bridge is read every morning at seven.\n',
    more: '\nSince March it moves 55 litres a minute.\n',
  },
  zh: {
    folder: '观测站',
    question: '船库的水泵每分钟抽多少升水？',
    pump: '# 水泵\n\n船库的水泵每分钟抽水40升。\n',
    gauge: '# 水尺\n\n桥边的水尺每天早上七点读数。\n',
    more: '\n自三月起每分钟抽水55升。\n',
  },
}

/** Watched folders in the settings, a file that has changed on its row and on its evidence, and the trash. */
export async function takeFolderViews(page, { say, take, button, view, ask }, language, files) {
  const { folder, question, pump, gauge, more } = texts[language]
  const station = join(files, folder)
  const disk = join(files, 'usb-disk')
  for (const made of [station, disk]) await mkdir(made, { recursive: true })
  await writeFile(join(station, 'pump.md'), pump)
  await writeFile(join(station, 'gauge.md'), gauge)
  await writeFile(join(disk, 'notes.md'), gauge.replace('#', '##'))
  const section = page.locator('#settings-folders')
  const state = (name) => section.getByText(say(`settings:folders.state.${name}`), { exact: true })
  await view('settings').click()
  for (const path of [station, disk]) {
    const field = page.getByRole('textbox', { name: say('settings:folders.path'), exact: true })
    await field.fill(path)
    await field.press('Enter')
    const asks = page.getByRole('dialog')
    await asks.getByRole('button', { name: say('settings:folders.add'), exact: true }).click()
    await asks.waitFor({ state: 'hidden' })
  }
  await state('in_step').nth(1).waitFor({ timeout: 60_000 })
  await rm(join(station, 'gauge.md'))
  // At once, as a disk that is pulled out: of files that go one by one Cairn says that they were deleted.
  await rename(disk, `${disk}-pulled-out`)
  await state('away').waitFor({ timeout: 60_000 })
  await view('chat').click()
  await ask(question)
  await view('settings').click()
  await section
    .getByRole('button', { name: say('settings:folders.pause').replace('{{name}}', folder), exact: true })
    .click()
  await state('paused').waitFor({ timeout: 60_000 })
  await appendFile(join(station, 'pump.md'), more)
  await view('chat').click()
  await page.getByText(say('evidence:file.changed')).first().waitFor({ timeout: 60_000 })
  await take('file-changed')
  await view('library').click()
  await page.getByText(say('library:file.away')).first().waitFor({ timeout: 60_000 })
  await take('library-file-changed')
  await button('library:trash.open').click()
  await page.getByRole('dialog').getByText('gauge.md').waitFor()
  await take('library-trash')
  await page.keyboard.press('Escape')
  await view('settings').click()
  await section.getByText(say('settings:folders.rules.title'), { exact: true }).first().click()
  await section.evaluate((one) => one.scrollIntoView({ block: 'start' }))
  await take('settings-folders')
}
