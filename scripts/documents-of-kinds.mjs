// A small document of each kind that the viewer shows in its own way, for the pictures of it.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as xlsx from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'

const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const words = {
  en: {
    slides: {
      file: 'winter-programme.pptx',
      question: 'When is the snow course measured?',
      list: [
        ['Winter programme', ['Orrel Lake research station', 'Season 2025']],
        [
          'Measurements on the ice',
          [
            'The snow course is measured every second Thursday at ten sites.',
            'Ice thickness: weekly, by drill and by radar.',
          ],
        ],
        ['What is new', ['Two automatic cameras above the outlet.', 'The old gauge at the pier is taken out in May.']],
      ],
    },
    sheet: {
      file: 'stays-by-month.xlsx',
      question: 'How many nights were there in March?',
      name: 'Stays',
      rows: [
        ['Month', 'Guests', 'Nights', 'Income (EUR)'],
        ['January', 41, 96, 2208],
        ['February', 58, 133, 3059],
        ['March', 72, 171, 3933],
        ['April', 35, 80, 1840],
        ['May', 66, 154, 3542],
      ],
    },
    mail: {
      file: 'cable-car.eml',
      question: 'When does the spare rope arrive?',
      head: ['Lena Voss <lena@orrel.example>', 'Station team <team@orrel.example>', 'Cable car: spare rope'],
      text: 'Dear all,\n\nThe spare rope arrives on 14 March, by lorry from Tarnsford. Please keep the lower yard free until noon.\n\nLena',
      by: 'On Mon, 3 Mar 2025, Tom Hale <tom@orrel.example> wrote:',
      quoted: 'Do we know yet when the rope comes?\nThe inspection is on the 20th.',
    },
    book: {
      file: 'the-lake.epub',
      question: 'What did the ice do all night?',
      title: 'The Lake',
      author: 'E. Marsh',
      chapters: [
        [
          'The crossing',
          ['We set out before dawn, with two sledges and the dog.', 'Nobody spoke until we had passed the island.'],
        ],
        [
          'Night',
          [
            'On the third evening the wind fell, and the ice sang all night, from shore to shore.',
            'I have never slept less, nor wished for it so little.',
          ],
        ],
        ['The hut', ['Smoke stood above the roof when we came round the point.']],
      ],
    },
    notebook: {
      file: 'lake-level.ipynb',
      question: 'What is the mean level in metres?',
      cells: [
        ['markdown', '# Level of the lake\n\nThe readings of one week, in metres above the sea.'],
        [
          'code',
          'levels = [1204.1, 1204.2, 1204.4, 1204.5]\nmean = sum(levels) / len(levels)\nprint(f"mean level: {mean:.1f} m")',
          'mean level: 1204.3 m',
        ],
      ],
    },
    scan: { file: 'hut-notice.png', question: 'When was the heron hut opened?', fixture: 'heron-hut.png' },
  },
  zh: {
    slides: {
      file: '冬季计划.pptx',
      question: '雪深在哪天测量？',
      list: [
        ['冬季工作计划', ['奥里尔湖研究站', '2025 年度']],
        ['冰面测量', ['每隔一周的星期四测量雪深，共十个测点。', '冰厚每周测一次，用钻孔和雷达。']],
        ['新增内容', ['出水口上方新装两台自动相机。', '码头旧水尺五月拆除。']],
      ],
    },
    sheet: {
      file: '每月住宿.xlsx',
      question: '三月的夜数是多少？',
      name: '住宿',
      rows: [
        ['月份', '人数', '夜数', '收入（元）'],
        ['一月', 41, 96, 17664],
        ['二月', 58, 133, 24472],
        ['三月', 72, 171, 31464],
        ['四月', 35, 80, 14720],
        ['五月', 66, 154, 28336],
      ],
    },
    mail: {
      file: '缆车备用绳.eml',
      question: '备用钢索哪天运到？',
      head: ['林岚 <lin@orrel.example>', '站内全体 <team@orrel.example>', '缆车备用钢索'],
      text: '各位：\n\n备用钢索三月十四日运到，由卡车从塔恩斯福德送来。中午以前请空出下站货场。\n\n林岚',
      by: '2025年3月3日，王浩 <wang@orrel.example> 写道：',
      quoted: '钢索哪天到，定了吗？\n检查安排在二十日。',
    },
    book: {
      file: '湖.epub',
      question: '第三天傍晚风怎么样？',
      title: '湖',
      author: '马诗',
      chapters: [
        ['渡湖', ['天没亮我们就出发了，带着两架雪橇和一条狗。', '过了小岛才有人开口。']],
        ['夜', ['第三天傍晚风停了，冰整夜在唱，从这岸响到那岸。', '我从没睡得这样少，也从没这样不想睡。']],
        ['小屋', ['绕过岬角，就看见屋顶上的烟。']],
      ],
    },
    notebook: {
      file: '水位.ipynb',
      question: '平均水位是多少米？',
      cells: [
        ['markdown', '# 湖水水位\n\n一周的读数，单位为海拔米。'],
        [
          'code',
          'levels = [1204.1, 1204.2, 1204.4, 1204.5]\nmean = sum(levels) / len(levels)\nprint(f"平均水位：{mean:.1f} 米")',
          '平均水位：1204.3 米',
        ],
      ],
    },
    scan: { file: '渡船通知.jpg', question: '早班船几点从码头开出？', fixture: 'notice-zh.jpg' },
  },
}

/** Writes them into a folder, in one language. Returns for each kind its path and a question that it answers. */
export async function writeDocumentsOfKinds(folder, language) {
  const { slides, sheet, mail, book, notebook, scan } = words[language]
  const written = {
    slides: slidesOf(slides),
    sheet: sheetOf(sheet),
    mail: mailOf(mail),
    book: bookOf(book),
    notebook: notebookOf(notebook),
    scan: await readFile(new URL(`../tests/fixtures/ocr/${scan.fixture}`, import.meta.url)),
  }
  const kinds = []
  for (const [kind, bytes] of Object.entries(written)) {
    const { file, question } = words[language][kind]
    await writeFile(join(folder, file), bytes)
    kinds.push({ kind, path: join(folder, file), file, question })
  }
  return kinds
}

const filesInFiles = {
  en: {
    archive: 'station-archive.zip',
    members: {
      'minutes/2025-03.md': '# Minutes of March\n\nThe spare rope was ordered on 3 March.\n',
      'minutes/2025-04.md': '# Minutes of April\n\nThe snow course was given up for this season.\n',
      'readme.txt': 'What was kept of the years before the move.',
    },
    mail: 'spare-rope.eml',
    head: ['Lena Voss <lena@orrel.example>', 'Station team <team@orrel.example>', 'Spare rope: offer and drawing'],
    text: 'Dear all,\n\nthe offer and the list of parts are attached.\n\nLena',
    attached: { 'offer.csv': 'Part,Price (EUR)\nRope 240 m,1860\nClamp,42\n', 'parts.txt': 'One rope, four clamps.' },
  },
  zh: {
    archive: '站内旧档.zip',
    members: {
      '纪要/2025-03.md': '# 三月会议纪要\n\n三月三日订购了备用钢索。\n',
      '纪要/2025-04.md': '# 四月会议纪要\n\n本季不再测量雪深。\n',
      '说明.txt': '搬迁以前留下的文件。',
    },
    mail: '备用钢索.eml',
    head: ['林岚 <lin@orrel.example>', '站内全体 <team@orrel.example>', '备用钢索：报价与清单'],
    text: '各位：\n\n附上报价和零件清单。\n\n林岚',
    attached: { 'offer.csv': '零件,价格（元）\n钢索 240 米,14880\n夹具,336\n', 'parts.txt': '钢索一根，夹具四个。' },
  },
}

/** Writes an archive and a mail with attachments into a folder. Returns their paths and how many documents they become. */
export async function writeFilesInFiles(folder, language) {
  const { archive, members, mail, head, text, attached } = filesInFiles[language]
  const [from, to, subject] = head
  const parts = Object.entries(attached).map(
    ([name, content]) =>
      `--b\nContent-Type: text/plain; charset=utf-8; name="${name}"\nContent-Disposition: attachment; filename="${name}"\n\n${content}\n`,
  )
  const headers = `From: ${from}\nTo: ${to}\nDate: Wed, 5 Mar 2025 09:12:00 +0100\nSubject: ${subject}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n`
  const body = `--b\nContent-Type: text/plain; charset=utf-8\n\n${text}\n\n`
  const paths = { archive: join(folder, archive), mail: join(folder, mail) }
  await writeFile(paths.archive, zipped(members))
  await writeFile(paths.mail, `${headers}\n${body}${parts.join('')}--b--\n`.replaceAll('\n', '\r\n'))
  const documents = 2 + Object.keys(members).length + Object.keys(attached).length
  return { ...paths, names: { archive, mail }, documents }
}

function zipped(parts) {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

function slidesOf({ list }) {
  const relation = (id, type, target) =>
    `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`
  const shape = (texts, placeholder) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr><p:ph type="${placeholder}"/></p:nvPr></p:nvSpPr><p:txBody>${texts
      .map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`)
      .join('')}</p:txBody></p:sp>`
  const slide = ([title, lines]) =>
    `<p:sld><p:cSld><p:spTree>${shape([title], 'title')}${shape(lines, 'body')}</p:spTree></p:cSld></p:sld>`
  return zipped({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'ppt/presentation.xml')}</Relationships>`,
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${list.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${list.map((_, at) => relation(`s${at}`, 'slide', `slides/slide${at + 1}.xml`)).join('')}</Relationships>`,
    ...Object.fromEntries(list.map((one, at) => [`ppt/slides/slide${at + 1}.xml`, slide(one)])),
  })
}

function sheetOf({ name, rows }) {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), name)
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
}

function mailOf({ head: [from, to, subject], text, by, quoted }) {
  const older = quoted
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  const head = `From: ${from}\nTo: ${to}\nDate: Tue, 4 Mar 2025 08:40:00 +0100\nSubject: ${subject}\nContent-Type: text/plain; charset=utf-8\n`
  return `${head}\n${text}\n\n${by}\n${older}\n`.replaceAll('\n', '\r\n')
}

function bookOf({ title, author, chapters }) {
  const page = ([heading, paragraphs]) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>${heading}</h1>${paragraphs.map((one) => `<p>${one}</p>`).join('')}</body></html>`
  const items = chapters.map((_, at) => `<item id="i${at}" href="${at}.xhtml" media-type="application/xhtml+xml"/>`)
  const spine = chapters.map((_, at) => `<itemref idref="i${at}"/>`)
  return zipped({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf': `<package><metadata><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator></metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ...Object.fromEntries(chapters.map((chapter, at) => [`${at}.xhtml`, page(chapter)])),
  })
}

function notebookOf({ cells }) {
  return JSON.stringify({
    nbformat: 4,
    metadata: { language_info: { name: 'python' } },
    cells: cells.map(([cell_type, source, text]) => {
      return text === undefined
        ? { cell_type, source }
        : { cell_type, source, outputs: [{ output_type: 'stream', text }] }
    }),
  })
}
