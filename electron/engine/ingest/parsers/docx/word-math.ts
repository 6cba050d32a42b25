import { xmlAt, xmlChildren, type XmlElement, xmlText } from '../structure/xml-tree'
import { valueOf } from './word-styles'

/** A formula of Office as a line that can be read and searched: `x=(-b±√(b^2-4ac))/(2a)`. */
export function mathText(formula: XmlElement): string {
  return read(formula).replace(/\s+/gu, ' ').trim()
}

function read(element: XmlElement): string {
  const part = (name: string) => {
    const found = xmlAt(element, name)
    return found ? read(found) : ''
  }
  switch (element.name) {
    case 't':
      return xmlText(element)
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`
    case 'sSup':
      return `${part('e')}^${grouped(part('sup'))}`
    case 'sSub':
      return `${part('e')}_${grouped(part('sub'))}`
    case 'sSubSup':
      return `${part('e')}_${grouped(part('sub'))}^${grouped(part('sup'))}`
    case 'sPre':
      return `_${grouped(part('sub'))}^${grouped(part('sup'))}${part('e')}`
    case 'rad':
      return `${grouped(part('deg'))}√${grouped(part('e'))}`
    case 'nary':
      return `${valueOf(xmlAt(element, 'naryPr'), 'chr') ?? '∫'}${limits(part('sub'), part('sup'))} ${part('e')}`
    case 'd':
      return delimited(element)
    case 'func':
      return `${part('fName')} ${part('e')}`
    case 'limLow':
      return `${part('e')}_${grouped(part('lim'))}`
    case 'limUpp':
      return `${part('e')}^${grouped(part('lim'))}`
    case 'm':
      return `[${xmlChildren(element, 'mr')
        .map((row) => xmlChildren(row, 'e').map(read).join(' '))
        .join('; ')}]`
    case 'eqArr':
      return xmlChildren(element, 'e').map(read).join('; ')
    case 'acc':
      return part('e') + (valueOf(xmlAt(element, 'accPr'), 'chr') ?? '\u0302')
    default:
      return element.name.endsWith('Pr') ? '' : xmlChildren(element).map(read).join('')
  }
}

/** What is more than one word or number needs brackets once it no longer stands above or below a line. */
function grouped(text: string): string {
  return /^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`
}

function limits(below: string, above: string): string {
  return (below && `_${grouped(below)}`) + (above && `^${grouped(above)}`)
}

function delimited(element: XmlElement): string {
  const properties = xmlAt(element, 'dPr')
  const [open, close, between] = [
    valueOf(properties, 'begChr') ?? '(',
    valueOf(properties, 'endChr') ?? ')',
    valueOf(properties, 'sepChr') ?? '|',
  ]
  return open + xmlChildren(element, 'e').map(read).join(between) + close
}
