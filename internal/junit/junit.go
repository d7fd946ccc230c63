// Package junit writes JUnit's reports, as Ant and Maven write them and build servers read them
// (https://github.com/jenkinsci/xunit-plugin, junit-10.xsd).
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
)

// Suite is a group of tests, of a file.
type Suite struct {
	Name  string
	Cases []Case
}

// Case is a test. At most one of Failure, Error and Skipped is set; none: it passed.
type Case struct {
	Name, Class string
	Seconds     float64 // that it took
	Failure     *Text   // it ran and gave something else
	Error       *Text   // it could not be run
	Skipped     *Text
	Out         string // what it said
}

// Text says what is wrong.
type Text struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type counts struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Time     string `xml:"time,attr,omitempty"`
}

func (c *counts) add(x *Case) {
	c.Tests++
	switch {
	case x.Failure != nil:
		c.Failures++
	case x.Error != nil:
		c.Errors++
	}
}

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	counts
	Suites []suite `xml:"testsuite"`
}

type suite struct {
	Name string `xml:"name,attr"`
	counts
	Skipped int       `xml:"skipped,attr"` // the root has none in the schema
	Cases   []element `xml:"testcase"`
}

type element struct {
	Name    string `xml:"name,attr"`
	Class   string `xml:"classname,attr"`
	Time    string `xml:"time,attr,omitempty"`
	Failure *Text  `xml:"failure,omitempty"`
	Error   *Text  `xml:"error,omitempty"`
	Skipped *Text  `xml:"skipped,omitempty"`
	Out     string `xml:"system-out,omitempty"`
}

// seconds is a time, "" where none was measured.
func seconds(s float64) string {
	if s == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f", s)
}

// Write writes a report of a command's suites.
func Write(w io.Writer, name string, list []Suite) error {
	all := suites{Name: name}
	total := 0.0
	for _, s := range list {
		x := suite{Name: s.Name}
		sum := 0.0
		for i := range s.Cases {
			c := &s.Cases[i]
			x.add(c)
			all.add(c)
			if c.Skipped != nil {
				x.Skipped++
			}
			sum += c.Seconds
			x.Cases = append(x.Cases, element{c.Name, c.Class, seconds(c.Seconds), c.Failure, c.Error,
				c.Skipped, c.Out})
		}
		x.Time = seconds(sum)
		total += sum
		all.Suites = append(all.Suites, x)
	}
	all.Time = seconds(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
