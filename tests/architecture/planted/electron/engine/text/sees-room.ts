// text-and-platform-are-leaves
import '../ports/sees-room'
