// api-stands-in-front
import '../api/router'
