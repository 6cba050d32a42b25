// renderer-imports-no-electron
import '../electron/text/words'
