/** What stands for words of people, in any language. */
const mark = '[…]'

const quoted = [/"(?:[^"\\\n]|\\.)*"/gu, /“[^”\n]*”/gu, /「[^」\n]*」/gu, /‘[^’\n]*’/gu, /`[^`\n]*`/gu]
/** An apostrophe inside a word opens nothing. */
const singleQuoted = /(?<![\p{L}\p{N}])'(?:[^'\\\n]|\\.|(?<=\p{L})'(?=\p{L}))*'(?!\p{L})/gu
/** A quotation that a cut has left open. */
const open = /(?:["“「‘]|(?<![\p{L}\p{N}])')[^"”」’'\n]*$/gmu
const address = /\b([a-z][a-z\d+.-]*:\/\/)([^\s/"'<>)]*)[^\s"'<>)]*/giu
/** Cairn's own code in a stack stays: it says where, not what. */
const ownCode = /^\s*at .*$/u
const path = /(?:[A-Za-z]:\\|\\\\|(?<![\p{L}\p{N}:/])\/)(?:[^\s"'<>:|]+[\\/])*[^\s"'<>:|)]*/gu

/**
 * A line of the log without what documents, questions and people say: messages of errors quote names of files, words of documents and
 * questions, and they name paths. What is quoted, and paths but their last folder of code, give way to a mark; addresses keep their host.
 */
export function withoutWords(text: string): string {
  return text
    .split('\n')
    .map((line) => (ownCode.test(line) ? codePlace(line) : withoutQuotations(line)))
    .join('\n')
}

function withoutQuotations(line: string): string {
  const addressed = line.replace(address, (_whole, scheme: string, host: string) => `${scheme}${host}`)
  const bare = [...quoted, singleQuoted].reduce((text, pattern) => text.replace(pattern, mark), addressed)
  return bare.replace(open, mark).replace(path, (found) => (found.length > 1 ? mark : found))
}

/** `at function (file:line:column)` with the file's name alone. */
function codePlace(line: string): string {
  return line.replaceAll(/(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\\/()]*[\\/])*/gu, '')
}
