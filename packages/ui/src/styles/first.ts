// What the first paint of any page needs, the login included.
import './tokens.css';
import './fonts.css';
import './base.css';
