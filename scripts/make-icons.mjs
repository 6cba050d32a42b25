// `node scripts/make-icons.mjs`: draws the icon, three stones on paper, as SVG and as PNGs in resources/icons. Needs no other program.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'

const folder = fileURLToPath(new URL('../resources/icons/', import.meta.url))
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

/** On a 1024 grid; a later shape lies over an earlier one. Angles are degrees, clockwise. */
const shapes = [
  { kind: 'sheet', x: 64, y: 64, width: 896, height: 896, radius: 200, fill: '#f7f5f1' },
  { kind: 'stone', x: 512, y: 720, rx: 300, ry: 118, angle: 0, fill: '#57524b' },
  { kind: 'stone', x: 496, y: 500, rx: 216, ry: 98, angle: -4, fill: '#8d867c' },
  { kind: 'stone', x: 530, y: 316, rx: 128, ry: 78, angle: 5, fill: '#2f5d8a' },
]

/** How much of a stone's outline is squared off: pebbles are fuller than ellipses. */
const fullness = 2.4
const samples = 4

function inside(shape, x, y) {
  if (shape.kind === 'sheet') {
    const dx = Math.max(Math.abs(x - shape.x - shape.width / 2) - shape.width / 2 + shape.radius, 0)
    const dy = Math.max(Math.abs(y - shape.y - shape.height / 2) - shape.height / 2 + shape.radius, 0)
    return Math.hypot(dx, dy) <= shape.radius
  }
  const turn = (-shape.angle * Math.PI) / 180
  const dx = (x - shape.x) * Math.cos(turn) - (y - shape.y) * Math.sin(turn)
  const dy = (x - shape.x) * Math.sin(turn) + (y - shape.y) * Math.cos(turn)
  return Math.abs(dx / shape.rx) ** fullness + Math.abs(dy / shape.ry) ** fullness <= 1
}

function colourAt(x, y) {
  const shape = shapes.findLast((one) => inside(one, x, y))
  if (!shape) return [0, 0, 0, 0]
  const value = Number.parseInt(shape.fill.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255, 255]
}

/** One pixel, the mean of its samples; colours count by their opacity, or edges would darken. */
function pixel(column, row, scale) {
  const sum = [0, 0, 0, 0]
  for (let at = 0; at < samples * samples; at++) {
    const x = (column + ((at % samples) + 0.5) / samples) * scale
    const y = (row + (Math.floor(at / samples) + 0.5) / samples) * scale
    const [red, green, blue, alpha] = colourAt(x, y)
    sum[0] += red * alpha
    sum[1] += green * alpha
    sum[2] += blue * alpha
    sum[3] += alpha
  }
  const opacity = sum[3] || 1
  return [sum[0] / opacity, sum[1] / opacity, sum[2] / opacity, sum[3] / samples ** 2].map(Math.round)
}

function png(size) {
  const rows = Buffer.alloc(size * (size * 4 + 1))
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      rows.set(pixel(column, row, 1024 / size), row * (size * 4 + 1) + 1 + column * 4)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function outline({ x, y, rx, ry, angle }) {
  const points = Array.from({ length: 72 }, (_, at) => {
    const [cos, sin] = [Math.cos((at * Math.PI) / 36), Math.sin((at * Math.PI) / 36)]
    const px = x + rx * Math.sign(cos) * Math.abs(cos) ** (2 / fullness)
    const py = y + ry * Math.sign(sin) * Math.abs(sin) ** (2 / fullness)
    return `${px.toFixed(1)},${py.toFixed(1)}`
  })
  return `points="${points.join(' ')}" transform="rotate(${angle} ${x} ${y})"`
}

const drawn = shapes.map((shape) =>
  shape.kind === 'sheet'
    ? `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" rx="${shape.radius}" fill="${shape.fill}"/>`
    : `<polygon ${outline(shape)} fill="${shape.fill}"/>`,
)
mkdirSync(folder, { recursive: true })
writeFileSync(
  `${folder}icon.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">${drawn.join('')}</svg>\n`,
)
for (const size of sizes) writeFileSync(`${folder}${size}x${size}.png`, png(size))
