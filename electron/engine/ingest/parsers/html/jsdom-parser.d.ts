declare module '@mozilla/readability/JSDOMParser.js' {
  export default class JSDOMParser {
    parse(xhtml: string, url: string): Document
  }
}
