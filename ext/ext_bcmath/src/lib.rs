//! bcmath
