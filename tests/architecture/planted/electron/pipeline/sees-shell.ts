// api-and-shells-stand-outside
import '../shells/window'
