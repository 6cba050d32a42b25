// bench-wires-rooms-not-shells
import '../electron/shells/window'
